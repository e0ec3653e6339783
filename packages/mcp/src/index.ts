export type { Refusal } from './admission.ts'
export { reportOf } from './report.ts'
export type { Tool, ToolAnswer } from './tool.ts'
export { openTurnServer } from './turn-server.ts'
