/** What a program that Sigma starts may reach. The sandbox keeps it to that; where there is none, that is said. */
export interface Confinement {
  /** Absolute paths that may be read, beside the system's own programs and libraries and what is on the PATH. */
  readonly reads: readonly string[]
  /** Absolute paths of files and folders that may be written. Everything else is read-only or not there. */
  readonly writes: readonly string[]
  /** Absolute paths within `writes` that stay as they are: read-only, and not to be made where they are absent. */
  readonly protects: readonly string[]
  /** What may be connected to, as `host:port`; none: no network at all. */
  readonly hosts: readonly string[]
  readonly limits: ConfinementLimits
  /** A folder that stands at another place, and may be written: a home that is nobody's. Absent: no home is there. */
  readonly home?: { readonly at: string; readonly folder: string } | undefined
}

export interface ConfinementLimits {
  /** Processes and threads at once; null: any. */
  readonly processes: number | null
  /** Memory of all of them together, in bytes; null: any. */
  readonly memoryBytes: number | null
  /** What they may add to `writes`, in bytes; null: any. */
  readonly diskBytes: number | null
}

/** Which of the limits, as people set it: `limits.<name>` of the configuration. */
export type LimitName = 'processes' | 'memory' | 'written'

/** `sandbox` of the configuration. `auto`: confine where the machine can; `required`: nothing is started unconfined. */
export type SandboxMode = 'auto' | 'required' | 'off'

/** How the programs of agents and gates are started on this machine. */
export interface SandboxStanding {
  readonly confined: boolean
  /** What confines, e.g. `bubblewrap 0.8.0`; null: nothing does. */
  readonly by: string | null
  /** Why nothing confines, as a sentence; null where something does. */
  readonly why: string | null
}
