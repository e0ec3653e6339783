/** Which files of a repository are Sigma's own. */
import type { RegionName } from './region.ts'

/** Paths and globs are relative to the repository's top. */
export interface OwnPlaces {
  /** Files that are wholly Sigma's; of a folder of the person's choice (`--out`) only what Sigma writes there. */
  readonly globs: readonly string[]
  /** Files in which a region is Sigma's: σ₄ and σ₅ of every memory bank in use. */
  readonly regions: ReadonlyMap<string, RegionName>
}
