export {
  type Archive,
  type JournalReader,
  type OpenArchive,
  type Parcel,
  type Projection,
  projectionOf,
  type Reports,
} from './archive.ts'
export { collective } from './collective.ts'
export { isForeignBank } from './foreign-bank.ts'
export { layFile } from './laying.ts'
export { type LiveProjections, projectLive } from './live.ts'
export { type Marked, markBank, withMarks } from './marking.ts'
export type { OwnPlaces } from './own-places.ts'
export type { Base, ProjectedFile, RegionPart } from './projected-file.ts'
export { ownPlacesIn, projected, type Rebuilt, rebuild } from './rebuild.ts'
export { type RegionName, splitRegion } from './region.ts'
export { notProjected } from './wording.ts'
export type { ProjectPlace } from './writer.ts'
