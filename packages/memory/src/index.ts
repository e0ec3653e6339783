export type * from './graph/graph.ts'
export * from './graph/jsonl.ts'
export { mostOfText } from './graph/limits.ts'
export { graphFile, openGraph } from './graph/open.ts'
