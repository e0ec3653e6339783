/** Writes all projections of a store, or tells how far they are from what they should be (`sigma project`). */
import { existsSync } from 'node:fs'
import { type Archive, type Filing, type JournalReader, projectionOf } from './archive.ts'
import { collective, ignoreFile } from './collective.ts'
import { foreignBanks, withoutForeignBanks } from './foreign-bank.ts'
import { withLock } from './lock.ts'
import type { OwnPlaces } from './own-places.ts'
import type { ProjectedFile } from './projected-file.ts'
import { regionParcels } from './region-parcels.ts'
import { notProjected } from './wording.ts'
import { type ProjectPlace, type Written, writeProjected } from './writer.ts'

export interface ProjectionSpec extends ProjectPlace {
  readonly reader: JournalReader
  readonly protocols: readonly Filing[]
  /** The person keeps `.claude-collective/` under version control (D22). */
  readonly tracked: boolean
}

export interface Rebuilt {
  readonly files: readonly Written[]
  /** What could not be read, each a sentence. */
  readonly notes: readonly string[]
  /** Memory banks that Sigma did not lay and therefore does not write; relative to the repository's top. */
  readonly foreign: readonly string[]
}

export async function rebuild(spec: ProjectionSpec, mode: 'write' | 'compare'): Promise<Rebuilt> {
  const open = await projectionOf(spec.protocols)
  const work = (): Rebuilt => {
    const archive = open(spec.reader, spec.protocols)
    const { files, notes } = projected(archive, spec, archive.subjects(), archive.subjects())
    const own = withoutForeignBanks(spec.top, files)
    const foreign = [...foreignBanks(spec.top, files)]
    return { files: own.map((file) => writeProjected(spec, file, mode)), notes, foreign }
  }
  // Without a data folder there is nothing to lock, and none is made.
  return existsSync(spec.folder) ? withLock(spec.folder, work) : work()
}

/** Files of the person's repository that are Sigma's own, by the runs that a store holds. */
export async function ownPlacesIn(
  { reader, protocols, ...place }: Omit<ProjectionSpec, 'tracked'>,
  memoryBank: string,
): Promise<OwnPlaces> {
  const open = await projectionOf(protocols)
  return open(reader, protocols).ownPlaces(place, memoryBank)
}

/** The files of these subjects, in the order in which they are written. What cannot be read keeps its files. */
export function projected(
  archive: Archive,
  { tracked }: Pick<ProjectionSpec, 'tracked'>,
  subjects: readonly string[],
  reported: readonly string[],
): { readonly files: readonly ProjectedFile[]; readonly notes: readonly string[] } {
  const notes: string[] = []
  const parcels = [...archive.parcels(subjects, reported), ...regionParcels(archive.regions())]
  const own = parcels.flatMap((parcel) => {
    try {
      return parcel.files()
    } catch (error) {
      notes.push(notProjected(parcel.of, error instanceof Error ? error.message : String(error)))
      return []
    }
  })
  const isIn = ({ base, path }: ProjectedFile): boolean => base === 'project' && path.startsWith(`${collective}/`)
  const ignored = tracked || !own.some(isIn) ? [] : [ignoreFile]
  return { files: [...ignored, ...own], notes: [...new Set([...archive.notes(), ...notes])] }
}
