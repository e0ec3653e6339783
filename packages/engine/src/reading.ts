/** All that a command needs that only shows what was recorded; loads no schemas, no protocols, and nothing that acts. */
export { type AskedPerson, askedIn } from './asked.ts'
export * from './errors.ts'
export { type TurnWait, waitsIn } from './model-waits.ts'
export { nearest } from './nearest.ts'
export { openReader } from './reader.ts'
export { type Holder, holderOf } from './store/lock.ts'
export { type RunUsage, type UsageSum, usageOf } from './usage.ts'
export type * from './views.ts'
