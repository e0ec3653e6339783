/** What `npm run verify` plays and records by itself. */
export interface Part {
  readonly name: string
  readonly what: string
  readonly file: string
  /** Words in the title of the tests that are meant. Absent: all of the file. */
  readonly only?: string
  /** Shared out to so many processes. Absent: one. */
  readonly slices?: number
  /** Takes the whole machine, so nothing else is played meanwhile. */
  readonly alone?: true
}
