/** Puts aside what an agent did that was the user's not to be touched. Writes in Sigma's own git folder, and nowhere else. */
import { join, relative } from 'node:path'
import type { Blobs, Breach, Proof, Quarantine } from '@sigma/engine'
import type { UsableRepository } from '../../git/repository.ts'
import type { SigmaGit, TreeChange } from '../../git/sigma-git.ts'
import { plain } from '../folders.ts'
import { commitStanding } from '../intake.ts'
import type { SecretFinder } from '../secret-changes.ts'
import { contentAt, type PartPlace, placeOf } from './part.ts'
import type { Work } from './trace.ts'
import { undoOf } from './undo.ts'

export interface QuarantineWorld {
  readonly own: SigmaGit
  readonly repository: UsableRepository
  readonly blobs: Blobs
  readonly dataFolder: string
  /** Where the turn's workspace lies. */
  readonly folder: string
  readonly work: Work | null
  /** Finds the values of secrets in it; null: nobody looks. */
  readonly secrets: SecretFinder | null
}

/** Folder in the commit of the workspace in which both versions of each changed part stand. */
const versionsFolder = '.sigma-quarantine'
const mostFiles = 64

interface Kept {
  readonly part: string
  readonly proof: Proof['kind']
  readonly seen: string
  readonly before: string | null
  readonly after: string | null
  /** Names of blobs in Sigma's git folder. */
  readonly beforeContent: string | null
  readonly afterContent: string | null
}

export async function quarantine(world: QuarantineWorld, breach: Breach): Promise<Quarantine> {
  const { own, repository, blobs, dataFolder } = world
  const { turn, proofs, before, after } = breach
  const kept: Kept[] = []
  const versions: TreeChange[] = []
  for (const proof of proofs.slice(0, mostFiles)) {
    const place = placeOf(repository, proof.part)
    const [was, is] = [before.parts[proof.part] ?? null, after.parts[proof.part] ?? null]
    const afterContent = await storedAt(own, place)
    const beforeContent = before.kept?.[proof.part] ?? null
    // The commit that a moved ref led to must still be there when the user's git has thrown it away.
    if (/^[0-9a-f]{40,64}$/.test(is ?? '')) await own.borrow(is ?? '', join(repository.commonDir, 'objects'))
    const at = proof.part.replace(/^\.\//, '').replace(/(^|\/)\.git(?=\/|$)/gi, '$1git')
    if (afterContent !== null) versions.push(versionAt(`after/${at}`, afterContent))
    if (beforeContent !== null) versions.push(versionAt(`before/${at}`, beforeContent))
    const { part, kind, seen } = proof
    kept.push({ part, proof: kind, seen, before: was, after: is, beforeContent, afterContent })
  }
  const ref = await keepAll(world, breach, versions)
  const place = { gitFolder: relative(repository.root, join(dataFolder, 'git')), repository, ref }
  const undo = [...new Set(kept.flatMap((each) => undoOf(place, each)))]
  const { run, attempt, ask, role, agent, workspace } = turn
  const about = { rule: 'isolation-breach', run, ask, attempt, role, agent, workspace, ref, changed: kept, undo }
  return { evidence: blobs.put(JSON.stringify(about, null, 2)), ref, undo }
}

const versionAt = (path: string, oid: string): TreeChange => ({
  path: `${versionsFolder}/${path}`,
  to: { mode: '100644', oid },
})

async function storedAt(own: SigmaGit, place: PartPlace): Promise<string | null> {
  const content = place.kind === 'ref' ? null : contentAt(place.file)
  return content === null ? null : await own.storeBlob(content)
}

async function keepAll(
  { own, folder, work, secrets }: QuarantineWorld,
  { turn }: Breach,
  versions: readonly TreeChange[],
): Promise<string> {
  const { run, workspace, base, attempt } = turn
  const message = `Put aside: what stood in ${workspace}, and what was changed outside of it\n\nSigma-Run: ${run}\nSigma-Turn: ${attempt}\n`
  const { survey, expected } = work ?? { survey: { changes: [] }, expected: new Map() }
  const about = { parent: base, message, finder: secrets, extra: versions }
  const commit = await commitStanding(own, { folder, expected }, survey.changes, about)
  return await own.keep(`refs/sigma/quarantine/${plain('run', run)}/${plain('workspace', workspace)}`, commit)
}
