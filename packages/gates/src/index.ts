export type { CoverageTotals } from './coverage/totals.ts'
export type { Evidence } from './evidence.ts'
export { createGates, type GateWorld } from './gates.ts'
export type { TestCase, TestRun } from './runners/test-run.ts'
