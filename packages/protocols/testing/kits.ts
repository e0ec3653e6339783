/** The protocols of a sigma that tests start: those that come with it, and the toy. */
import type { Kit } from '@sigma/engine'
import { kits as shipped } from '../kits.ts'
import { letterKit } from './toy/kit.ts'

/**
 * Asked for by a sigma in which this stands for the registry.
 * @public
 */
export { areAllKnown } from '../kits.ts'

export const kits: readonly Kit[] = [...shipped, letterKit]
