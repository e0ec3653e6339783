/** Proves whose doing a change is. What could be chance, or a person's, is no proof. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Blobs, type Proof, type TraceSpec, type Turn, turnIdentity } from '@sigma/engine'
import type { Git } from '../../git/git.ts'
import type { UsableRepository } from '../../git/repository.ts'
import type { SigmaGit, Tree } from '../../git/sigma-git.ts'
import type { Survey } from '../survey.ts'
import { newWords } from './novelty.ts'
import { contentAt, placeOf } from './part.ts'
import { entryBy, isMadeBy } from './reflog.ts'
import type { Witness } from './witness.ts'

export interface TracingWorld {
  /** Git as it may be used in the user's repository. */
  readonly git: Git
  readonly own: SigmaGit
  readonly repository: UsableRepository
  readonly blobs: Blobs
  readonly witness: Witness
  /** What stands in a turn's workspace beyond what it was handed out; null: nothing can be told. */
  readonly workOf: (turn: Turn) => Promise<Work | null>
}

export interface Work {
  readonly survey: Survey
  readonly expected: Tree
}

/** Fewer new words than this may be anybody's. */
const leastNewWords = 6

export async function trace(world: TracingWorld, { after, parts, turns }: TraceSpec): Promise<readonly Proof[]> {
  const proofs: Proof[] = []
  for (const turn of turns) {
    let work: Promise<Work | null> | null = null
    const workOnce = (): Promise<Work | null> => {
      work ??= world.workOf(turn)
      return work
    }
    for (const part of parts) {
      const found =
        (await byIdentity(world, turn, part, after.parts[part])) ?? (await byFile(world, turn, part, workOnce))
      if (found !== null) proofs.push({ attempt: turn.attempt, part, ...found })
    }
  }
  return proofs
}

type Found = Pick<Proof, 'kind' | 'seen'> | null

async function byIdentity(
  { git, repository }: TracingWorld,
  turn: Turn,
  part: string,
  value: string | undefined,
): Promise<Found> {
  const place = placeOf(repository, part)
  if (place.kind !== 'ref') return null
  const identity = turnIdentity(turn)
  const entry = entryBy(place.log, identity)
  if (entry !== null) return { kind: 'identity', seen: `its reflog names the turn (${entry})` }
  if (value === undefined || !/^[0-9a-f]{40,64}$/.test(value)) return null
  const { gitDir } = repository
  const call = { verb: 'cat-file', options: ['-p'], revisions: [value], accept: [0, 128], most: 64 * 1024 } as const
  const object = (await git.run({ gitDir }, call)).text()
  return isMadeBy(object, identity)
    ? { kind: 'identity', seen: `its commit ${value.slice(0, 10)} names the turn` }
    : null
}

async function byFile(world: TracingWorld, turn: Turn, part: string, work: () => Promise<Work | null>): Promise<Found> {
  const { repository, own, witness } = world
  const place = placeOf(repository, part)
  if (place.kind === 'ref') return null
  const seen = witness.seenOf(turnIdentity(turn)).get(place.file)
  if (seen !== undefined) return { kind: 'open-file', seen: `process ${seen} of the turn had it open for writing` }
  const content = turn.confined ? null : contentAt(place.file)
  if (content === null) return null
  const oid = own.oidOf(content)
  const found = await work()
  const same = found?.survey.changes.find(({ to }) => to !== null && to.mode !== '120000' && to.oid === oid)
  if (found === null || same === undefined) return null
  const known = await knownTexts(world, turn, found.expected, same.path)
  if (newWords(content.toString('utf8'), known) < leastNewWords) return null
  if (await isKnown(world, turn, found.expected, oid)) return null
  return { kind: 'content', seen: `it holds what the workspace holds as ${same.path}, and nothing held before` }
}

/** Texts that anybody could have copied from: the file before, and the documents of the task. */
async function knownTexts(
  { own, blobs }: TracingWorld,
  turn: Turn,
  expected: Tree,
  path: string,
): Promise<readonly string[]> {
  const before = expected.get(path)
  const contents = before === undefined ? [] : [...(await own.blobs([before.oid])).values()]
  const documents = turn.documents.map(({ blob }) => blobs.get(blob))
  return [...contents, ...documents].map((bytes) => Buffer.from(bytes).toString('utf8'))
}

/** Whether the base or the user's history holds the blob: then its content may have come from there. */
async function isKnown({ git, repository }: TracingWorld, turn: Turn, expected: Tree, oid: string): Promise<boolean> {
  if ([...expected.values()].some((entry) => entry.oid === oid)) return true
  const { gitDir, commonDir } = repository
  const call = { verb: 'cat-file', options: ['-e'], revisions: [oid], accept: [0, 1, 128] } as const
  if ((await git.run({ gitDir }, call)).exit !== 0) return false
  // Writing an object again renews its times of change, but not that of its birth.
  const object = join(commonDir, 'objects', oid.slice(0, 2), oid.slice(2))
  const born = statSync(object, { throwIfNoEntry: false })?.birthtimeMs ?? 0
  return born < turn.beganAt
}
