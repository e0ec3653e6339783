/** What a command needs that only shows what was recorded; starts nothing. */
export { bareRepository } from './errors.ts'
export { isBare } from './git/bare.ts'
export { isZombie } from './process/alive.ts'
