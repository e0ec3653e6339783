/** A line of what was printed, and the file that it is about; null: none is known. */
export interface PrintedLine {
  readonly text: string
  readonly file: string | null
  /** All that it is about: a circle of imports names several. */
  readonly files: readonly string[]
  /** The line says what is wrong with the file; other lines of it explain. */
  readonly isFinding: boolean
  /** The line itself names the file, or is a position below a line that does. */
  readonly isNaming: boolean
  /** The line without the name of the file. */
  readonly message: string
}
