/**
 * `sigma gc` where no other sigma has the project: it takes it for as long as that lasts. What holds at every point at
 * which it may be killed: a run is dropped from the store before anything of it goes, so that none is left in parts;
 * what is left of a dropped run is found by its tombstone, and goes with the next `sigma gc`.
 */

import { openReader, SigmaError, type Tidying } from '@sigma/engine'
import { rebuild } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { inspectRepository, type OwnGit, type Remains } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { keepsCollective } from '../project/projections.ts'
import type { World } from '../world.ts'
import { type Collected, untouched } from './collected.ts'
import { enoughOf, type Family, type Keeping, planOf } from './plan.ts'
import { candidatesOf, isIntact } from './survey.ts'

export interface Wishes extends Keeping {
  /** Bytes; null: any. */
  readonly ceiling: number | null
}

export async function collectAlone(
  world: World,
  project: Project,
  { tidying, remains, wishes }: { readonly tidying: Tidying; readonly remains: Remains; readonly wishes: Wishes },
): Promise<Collected> {
  await remains.endLeftovers()
  const before = remains.bytes()
  const { take, spare } = planOf(candidatesOf(tidying.reader, tidying.sizes(), remains), wishes)
  const work: Work = { tidying, remains, wishes, signal: world.signal }
  const [taken, leftovers, notes] = [drop(work, take), new Set<string>(), new Set<string>()]
  await clear(work, wishes.endedBefore)
  const { ceiling } = wishes
  const excess = (): number => (ceiling === null ? 0 : remains.bytes() - ceiling)
  // What can be made again goes before what cannot.
  if (excess() > 0) await remains.sweep(Number.POSITIVE_INFINITY)
  for (let rest = spare; rest.length > 0 && excess() > 0 && !world.signal.aborted; ) {
    const next = enoughOf(rest, excess())
    taken.push(...drop(work, next))
    rest = rest.slice(next.length)
    await clear(work, Number.POSITIVE_INFINITY)
  }
  if (taken.length > 0) for (const note of await projected(world, project, tidying)) notes.add(note)
  const left = planOf(candidatesOf(tidying.reader, tidying.sizes(), remains), wishes)
  const found = { taken, leftovers: [...leftovers], stays: left.stays, notes: [...notes] }
  return { ...untouched(before, ceiling), ...found, after: remains.bytes() }

  /** Everything that nothing which is left needs. */
  async function clear({ signal }: Work, usedBefore: number): Promise<void> {
    if (signal.aborted) return
    const git = remains.git()
    const left = await leftIn(work, git)
    for (const run of left) await remains.take(run)
    await remains.takeDrift(wishes.endedBefore)
    await remains.sweep(usedBefore)
    tidying.sweep()
    const dropped = new Set(tidying.reader.dropped())
    for (const run of left) if (!dropped.has(run)) leftovers.add(run)
    // Last, since git needs room on the disk to make room; what it did not come to is done the next time.
    try {
      await git?.takeRuns(new Set(left))
      await git?.sweep(tidying.commits())
    } catch (error) {
      if (!(error instanceof SigmaError)) throw error
      notes.add(`Objects of git stay for now: ${error.message}`)
    }
    if (tidying.reader.runs().every(({ run }) => isIntact(tidying.reader, run))) tidying.forgetFormer()
    else
      notes.add(
        'The store that stood here before an upgrade stays, if there is one: a journal was changed (sigma doctor).',
      )
  }
}

interface Work {
  readonly tidying: Tidying
  readonly remains: Remains
  readonly wishes: Wishes
  readonly signal: AbortSignal
}

function drop({ tidying, signal }: Work, families: readonly Family[]): string[] {
  const runs = families.flatMap((family) => family.runs)
  const dropped: string[] = []
  for (const run of runs) {
    if (signal.aborted) break
    tidying.drop(run)
    dropped.push(run)
  }
  return dropped
}

/** Runs that are not in the store, and of which something is left. */
async function leftIn({ tidying, remains, wishes }: Work, git: OwnGit | null): Promise<readonly string[]> {
  const known = new Set(tidying.reader.runs().map(({ run }) => run))
  const dropped = new Set(tidying.reader.dropped())
  const found = new Map(remains.runs())
  for (const [run, at] of (await git?.runs()) ?? []) found.set(run, Math.max(at, found.get(run) ?? 0))
  const others = remains.others()
  const isLeft = ([run, at]: readonly [string, number]): boolean =>
    !known.has(run) && (dropped.has(run) || (at < wishes.endedBefore && !isOthers(others, run)))
  return [...found].filter(isLeft).map(([run]) => run)
}

/** A package of the same repository may have its workspaces beside ours. A store that cannot be read may know it. */
function isOthers(folders: readonly string[], run: string): boolean {
  return folders.some((folder) => {
    try {
      using reader = openReader({ folder })
      return reader.run(run) !== null || reader.dropped().includes(run)
    } catch (error) {
      return !(error instanceof SigmaError && error.code === 'store-missing')
    }
  })
}

/** Lists of earlier runs lose those that are gone. */
async function projected(world: World, project: Project, { reader }: Tidying): Promise<readonly string[]> {
  const repository = await inspectRepository(project.root, world.env['PATH'] ?? '')
  const tracked = await keepsCollective(world, project, repository)
  const { files, notes } = await rebuild({ ...project, reader, protocols: kits, tracked }, 'write')
  return [...notes, ...files.flatMap((file) => file.notes)]
}
