export type { Refusal } from './admission.ts'
export { reportOf } from './report.ts'
export { openTurnServer } from './turn-server.ts'
