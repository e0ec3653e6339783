export { type Cheat, cheats, type Need } from './cases.ts'
export * from './errors.ts'
export { type Gauntlet, type Outcome, runGauntlet } from './gauntlet.ts'
export type { Machine, Theirs } from './ground.ts'
