export type { ExitCode } from './errors.ts'
export { sigma } from './sigma.ts'
export type { Terminal, World } from './world.ts'
