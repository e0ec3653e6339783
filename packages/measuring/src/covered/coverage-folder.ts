import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a run is to leave its coverage, and when that place was made empty, by the clock of its files (SIG-65, SIG-67). */
export interface CoverageFolder {
  readonly path: string
  /** Milliseconds since 1970: what is older was not written by the run. */
  readonly since: number
}

export async function emptyFolder(scratch: string, name: string): Promise<CoverageFolder> {
  const path = join(scratch, name)
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  return { path, since: (await stat(path)).mtimeMs }
}
