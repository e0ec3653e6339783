// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
export { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

/** What SQLite says went wrong, without the details of its extended codes; null: nothing of SQLite's did. */
export function resultCodeOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : null
}
