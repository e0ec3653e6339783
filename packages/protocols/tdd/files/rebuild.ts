/** Writes all projections of a store, or tells how far they are from what they should be (`sigma project`). */
import { existsSync } from 'node:fs'
import type { Registered } from '@sigma/engine'
import type { ProjectedFile } from '@sigma/engine/projecting'
import { notProjected, type ProjectPlace, type Written, withLock, writeProjected } from '@sigma/engine/projecting'
import { type Archive, archiveOf, type JournalReader } from './archive.ts'
import { ignoreFile } from './projected.ts'

export interface ProjectionSpec extends ProjectPlace {
  readonly reader: JournalReader
  readonly protocols: readonly Registered[]
  /** The person keeps `.claude-collective/` under version control (D22). */
  readonly tracked: boolean
}

export interface Rebuilt {
  readonly files: readonly Written[]
  /** What could not be read, each a sentence. */
  readonly notes: readonly string[]
}

export function rebuild(spec: ProjectionSpec, mode: 'write' | 'compare'): Rebuilt {
  const work = (): Rebuilt => {
    const archive = archiveOf(spec.reader, spec.protocols)
    const { files, notes } = projected(archive, spec, archive.modules(), archive.modules())
    return { files: files.map((file) => writeProjected(spec, file, mode)), notes }
  }
  // Without a data folder there is nothing to lock, and none is made.
  return existsSync(spec.folder) ? withLock(spec.folder, work) : work()
}

/**
 * The files of these modules, logs before all else; `reported` are those of them whose reports are wanted too. A module
 * that cannot be read keeps its files.
 */
export function projected(
  archive: Archive,
  { tracked }: Pick<ProjectionSpec, 'tracked'>,
  modules: Iterable<string>,
  reported: Iterable<string>,
): { readonly files: readonly ProjectedFile[]; readonly notes: readonly string[] } {
  const notes: string[] = []
  const from = (what: string, read: () => readonly ProjectedFile[]): readonly ProjectedFile[] => {
    try {
      return read()
    } catch (error) {
      notes.push(notProjected(what, error instanceof Error ? error.message : String(error)))
      return []
    }
  }
  const own = [
    ...[...reported].flatMap((module) => from(module, () => archive.metrics(module))),
    ...[...modules].flatMap((module) => from(module, () => archive.work(module))),
  ]
  const banks = archive
    .banks()
    .flatMap((bank) => from(bank === '' ? 'the memory bank' : bank, () => archive.bank(bank)))
  const ignored = tracked || own.every(({ base }) => base !== 'project') ? [] : [ignoreFile]
  return { files: [...ignored, ...own, ...banks], notes: [...new Set([...archive.notes, ...notes])] }
}
