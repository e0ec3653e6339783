/** Bytes of UTF-8 of one observation. */
export const mostOfText: number = 1024 * 1024
/** Bytes of a name or a type. */
export const mostOfName: number = 16 * 1024
/** Entities, relations or texts in one call. */
export const mostAtOnce = 100_000
/**
 * Bytes of a page as JSON. An answer holds a page twice, once of them indented, and clients of MCP end a connection over an answer
 * of 10 MiB. A page holds at least one observation.
 */
export const mostOfPage: number = 2 * 1024 * 1024
