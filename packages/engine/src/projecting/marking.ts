/** Adds the marks of Sigma's part to σ₄ and σ₅ of a memory bank, at a person's wish; the text around them stays. */
import { join } from 'node:path'
import { slots } from '@sigma/protocol'
import { regionFault } from './change.ts'
import { folderOf, makeFolders, readFile, replaceFile, whyNot } from './disk.ts'
import { withLock } from './lock.ts'
import { type RegionName, splitRegion, withRegion } from './region.ts'
import { emptyRegion } from './region-parcels.ts'
import { notMarked } from './wording.ts'
import type { ProjectPlace } from './writer.ts'

export interface Marked {
  /** Relative to the repository's top. */
  readonly path: string
  readonly change: 'made' | 'added' | 'none' | 'failed'
  /** Why not, as a sentence; null: it is marked. */
  readonly note: string | null
}

const names: readonly RegionName[] = ['context', 'progress']

/** `bank`: its folder, relative to the repository's top. */
export function markBank(place: ProjectPlace, bank: string): readonly Marked[] {
  return withLock(place.folder, () => names.map((name) => marked(place, pathOf(bank, name), name)))
}

/** The text with marks at its end, and what stands between them before the first run. */
export const withMarks = (text: string, name: RegionName): string =>
  Buffer.from(withRegion(Buffer.from(text), name, emptyRegion(name))).toString()

function marked({ top, folder }: ProjectPlace, path: string, name: RegionName): Marked {
  try {
    const file = join(top, path)
    const current = folderOf(top, path) === null ? null : readFile(file)
    const fault = current === null ? null : regionFault(current, name)
    if (fault !== null) return { path, change: 'failed', note: notMarked(path, fault) }
    if (current !== null && splitRegion(current, name).region !== null) return { path, change: 'none', note: null }
    makeFolders(top, path)
    replaceFile(file, withRegion(current ?? new Uint8Array(), name, emptyRegion(name)), join(folder, 'projections'))
    return { path, change: current === null ? 'made' : 'added', note: null }
  } catch (error) {
    return { path, change: 'failed', note: notMarked(path, whyNot(error)) }
  }
}

function pathOf(bank: string, name: RegionName): string {
  const file = slots.find((slot) => slot.name === name)?.file ?? ''
  return bank === '' || bank === '.' ? file : `${bank}/${file}`
}
