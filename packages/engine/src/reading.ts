/** All that a command needs that only shows what was recorded; loads no schemas, no protocols, and nothing that acts. */
export * from './errors.ts'
export { openReader } from './reader.ts'
export { type Holder, holderOf } from './store/lock.ts'
export type * from './views.ts'
