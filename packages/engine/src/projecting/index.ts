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
export { type LiveProjections, projectLive } from './live.ts'
export type { OwnPlaces } from './own-places.ts'
export type { Base, ProjectedFile, RegionPart } from './projected-file.ts'
export { ownPlacesIn, projected, type Rebuilt, rebuild } from './rebuild.ts'
export type { RegionName } from './region.ts'
export { notProjected } from './wording.ts'
export type { ProjectPlace } from './writer.ts'
