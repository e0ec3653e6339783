export type { Refusal } from './admission.ts'
export { type Report, reportOf } from './report.ts'
export type { Tool, ToolAnswer } from './tool.ts'
export { openTurnServer, type TurnServer, type TurnServerSpec } from './turn-server.ts'
