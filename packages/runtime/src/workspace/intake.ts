import type { Blobs, Intake, IntakeSpec } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { filtersOf } from '../git/attributes.ts'
import { patchOf } from '../git/patch.ts'
import type { SigmaGit, Tree, TreeChange } from '../git/sigma-git.ts'
import { isWithin } from '../sandbox/installations.ts'
import { besidePaths } from './beside.ts'
import { contentOf } from './file-state.ts'
import { type Format, layFormatted } from './formatting.ts'
import type { HandedOut } from './handed-out.ts'
import { submodulesOf } from './materialize.ts'
import { messageWith } from './message.ts'
import { type SecretFinder, secretChanges, secretFindings } from './secret-changes.ts'
import { type Change, type Survey, type SurveyLimits, survey } from './survey.ts'
import { trespasses } from './trespass.ts'

const diffCharacters = 256 * 1024

/** The ports and bounds of intake. */
export interface IntakeWorld {
  readonly git: SigmaGit
  readonly blobs: Blobs
  readonly limits: SurveyLimits
  /** Finds the values of secrets in what is left; null: nobody looks. */
  readonly finder: SecretFinder | null
  /** Formats what was changed; null: it stays as it is. */
  readonly format: Format | null
  /** The person's folder, and what tests of a run read there beside the commit. */
  readonly beside: { readonly root: string; readonly readsOf: (run: string) => readonly string[] }
}

/**
 * Measures what was changed in a workspace, and commits it on top of the base if all of it was allowed. Otherwise
 * nothing is: the changes are kept under `refs/sigma/evidence/` and come with one finding for each broken rule.
 */
export async function takeIn(world: IntakeWorld, work: HandedOut, spec: IntakeSpec): Promise<Intake> {
  const { git, blobs, limits, finder } = world
  const { folder, expected } = work
  const seen = await survey(git, folder, expected, limits)
  const documents = spec.documents.filter(({ draft }) => draft !== true).map(({ path }) => path)
  const filtered = await filteredOf(git, spec.base, seen)
  const { writes, creates, guarded } = spec
  const existing = creates === undefined ? new Set<string>() : new Set((await git.tree(creates.since)).keys())
  const laid = await laidBeside(world, spec, seen)
  const rules = { writes, creates, existing, guarded, documents, filtered, laid }
  const secret = finder === null ? [] : await secretChanges(git, work, seen.changes, finder)
  const findings = [
    ...trespasses(folder, seen, expected, rules),
    ...(finder === null ? [] : secretFindings(secret, finder)),
  ]
  const changed = seen.changes.map(({ path }) => path)
  if (findings.length > 0) {
    const evidence = blobs.put(await evidenceOf(world, work, spec, { seen, findings }))
    return { kind: 'trespass', changed, findings, evidence }
  }
  if (changed.length === 0) return { kind: 'unchanged' }
  const changes = await store(git, folder, seen.changes, null)
  return await commitChanges(world, work, spec, changes)
}

async function commitChanges(
  { git, format }: IntakeWorld,
  { folder }: HandedOut,
  { base, run, workspace, message, trailers }: IntakeSpec,
  written: readonly TreeChange[],
): Promise<Intake> {
  const commit = (changes: readonly TreeChange[]): Promise<string> =>
    git.commit({ parent: base, changes, message: messageWith(message, trailers) })
  const kept = async (name: string, changes: readonly TreeChange[]) => {
    await git.keep(`refs/sigma/runs/${run}/${workspace}`, name)
    return { kind: 'committed', commit: name, changed: changes.map(({ path }) => path) } as const
  }
  const asWritten = await commit(written)
  if (format === null) return await kept(asWritten, written)
  const { changes, fault } = await format(asWritten, written)
  await layFormatted(git, folder, written, changes)
  const before = await git.tree(base)
  // What the formatter lays out as it was is no change.
  const left = changes.filter(
    ({ path, to }) => to?.oid !== before.get(path)?.oid || to?.mode !== before.get(path)?.mode,
  )
  if (left.length === 0) return { kind: 'unchanged' }
  return { ...(await kept(await commit(left), left)), ...(fault !== undefined && { unformatted: fault }) }
}

/** What gates would lay beside the commit that the work begins from: of interest where there is something new. */
async function laidBeside(
  { git, beside }: IntakeWorld,
  { run, base }: IntakeSpec,
  { changes }: Survey,
): Promise<readonly string[]> {
  const reads = beside.readsOf(run)
  if (reads.length === 0 || !changes.some(({ status }) => status === 'A')) return []
  const tree = await git.tree(base)
  return await besidePaths(beside.root, reads, (path) => tree.has(path))
}

/** The changed files that Git LFS keeps, or that are encrypted before they are committed. */
async function filteredOf(git: SigmaGit, base: string, { changes }: Survey): Promise<ReadonlySet<string>> {
  const files = changes.filter(({ to }) => to !== null && to.mode !== '120000').map(({ path }) => path)
  if (files.length === 0) return new Set()
  const filters = await filtersOf(git, base, await git.tree(base), files)
  return new Set(
    [...filters].filter(([, name]) => /^(lfs|git-crypt(-.*)?|transcrypt.*|crypt)$/.test(name)).map(([path]) => path),
  )
}

/**
 * Puts the changed files into Sigma's git folder; what is stored is what was measured, or it fails. With a finder it is to
 * be kept, not taken in: then without the values of secrets.
 */
async function store(
  git: SigmaGit,
  folder: string,
  changes: readonly Change[],
  finder: SecretFinder | null,
): Promise<readonly TreeChange[]> {
  if (finder !== null) {
    const isPlain = ({ path, to }: Change): boolean =>
      to === null ||
      (finder.heldIn(Buffer.from(path)).length === 0 && finder.heldIn(contentOf(folder, path, to.mode)).length === 0)
    const plain = changes.filter(isPlain)
    const others = changes.filter((change) => !plain.includes(change))
    const cleaned: TreeChange[] = []
    for (const { path, to } of others) {
      if (to === null) continue
      const oid = await git.storeBlob(finder.without(contentOf(folder, path, to.mode)))
      cleaned.push({ path: finder.known(path), to: { mode: to.mode, oid } })
    }
    return [...(await store(git, folder, plain, null)), ...cleaned]
  }
  const files = changes.filter(({ to }) => to !== null && to.mode !== '120000')
  const stored = await git.storeFiles(
    folder,
    files.map(({ path }) => path),
  )
  for (const [at, { path, to }] of files.entries()) {
    if (stored[at] !== to?.oid) throw new Error(`${path} changed while it was taken in.`)
  }
  for (const { path, to } of changes) {
    if (to?.mode === '120000') await git.storeBlob(contentOf(folder, path, to.mode))
  }
  return changes
}

/** A change inside of a submodule can only be kept where the submodule's own place is taken. */
function withoutSubmodules(changes: readonly TreeChange[], expected: Tree): readonly TreeChange[] {
  const taken = submodulesOf(expected).filter((path) => changes.some((change) => isWithin(path, change.path)))
  const outer = taken.filter((path) => !taken.some((other) => other !== path && isWithin(other, path)))
  const inTheWay = outer.filter((path) => !changes.some((change) => change.path === path))
  return [...inTheWay.map((path) => ({ path, to: null })), ...changes]
}

/**
 * Commits what stands in a workspace, to be kept and not to be taken in: without the values of secrets that a finder knows, and
 * with the place of a submodule taken where something in it was changed.
 */
export async function commitStanding(
  git: SigmaGit,
  { folder, expected }: HandedOut,
  changes: readonly Change[],
  { finder, extra = [], ...commit }: StandingCommit,
): Promise<string> {
  const stood = withoutSubmodules(await store(git, folder, changes, finder), expected)
  return await git.commit({ ...commit, changes: [...stood, ...extra] })
}

interface StandingCommit {
  readonly parent: string
  readonly message: string
  readonly finder: SecretFinder | null
  /** What the commit has besides. */
  readonly extra?: readonly TreeChange[]
}

async function evidenceOf(
  { git, finder }: IntakeWorld,
  work: HandedOut,
  spec: IntakeSpec,
  { seen, findings }: { readonly seen: Survey; readonly findings: readonly Finding[] },
): Promise<string> {
  const message = messageWith('Refused work, kept as evidence', spec.trailers)
  const commit = await commitStanding(git, work, seen.changes, { parent: spec.base, message, finder })
  const ref = await git.keep(`refs/sigma/evidence/${spec.run}/${spec.workspace}`, commit)
  const diff = await patchOf(git, [spec.base, commit], diffCharacters)
  const about = { run: spec.run, workspace: spec.workspace, base: spec.base, commit, ref, findings }
  const oddities = seen.oddities.map(({ rule, path }) => `${rule} ${JSON.stringify(path)}`)
  return [JSON.stringify(about, null, 2), ...oddities, '', diff].join('\n')
}
