export type { TddInput } from './input.ts'
export { sampleTddInput } from './sample.ts'
export { tddInputSchema } from './schema.ts'
export { tdd } from './tdd.ts'
