/** Where commands stand, as far as they are told. */
import type { Config } from '../config/config.ts'

export interface Place {
  /** Top folder of the git repository. */
  readonly top: string
  /** Folder of the configuration; the top where there is none. Globs and the memory bank are relative to it. */
  readonly root: string
  readonly configFile: string | null
  /** Sigma's data, `<root>/.sigma`. */
  readonly folder: string
}

/** A place with the configuration that holds there. */
export interface Project extends Place {
  readonly config: Config
}
