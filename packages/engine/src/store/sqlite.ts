// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
export { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
