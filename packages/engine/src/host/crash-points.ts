/**
 * Where a host can be made to die: around every commit, and around everything it performs. The simulation throws
 * there; in real life nothing happens.
 */
export interface CrashPoints {
  readonly reach: (point: CrashPoint) => void
}

export interface CrashPoint {
  readonly at: 'before commit' | 'after commit' | 'before effect' | 'after effect'
  /** What is committed or performed, for people. */
  readonly what: string
}

export const noCrashPoints: CrashPoints = { reach: () => undefined }
