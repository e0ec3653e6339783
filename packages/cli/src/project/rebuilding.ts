import type { Reader } from '@sigma/engine'
import { type Rebuilt, rebuild } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { inspectRepository } from '@sigma/runtime'
import { failureOf } from '../errors.ts'
import { readerOf } from '../runs/reader.ts'
import type { World } from '../world.ts'
import type { Project } from './place.ts'
import { keepsCollective } from './projections.ts'

/** Beside a running sigma as well: one process writes at a time, and both write the same. */
export async function rebuilding(world: World, place: Project, check: boolean): Promise<Rebuilt> {
  using reader = readerOf(place.folder)
  if (reader === null) return { files: [], notes: [], foreign: [] }
  const repository = await inspectRepository(place.root, world.env['PATH'] ?? '')
  const tracked = await keepsCollective(world, place, repository)
  const rebuilt = await rebuild({ ...place, reader, protocols: kits, tracked }, check ? 'compare' : 'write')
  return { ...rebuilt, notes: [...brokenRuns(reader), ...rebuilt.notes] }
}

/** A journal that somebody changed is no truth: what is written from it is written all the same, and said to be so. */
const brokenRuns = (reader: Reader): readonly string[] =>
  reader.runs().flatMap(({ run }) => failureOf(() => reader.intact(run))?.message ?? [])
