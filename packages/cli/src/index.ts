export { sigma } from './command-line.ts'
export type { ExitCode } from './errors.ts'
export type { Terminal, World } from './world.ts'
