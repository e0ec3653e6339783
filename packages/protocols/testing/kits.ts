/** The protocols of a sigma that tests start: those that come with it, and the toy. */
import type { Kit } from '@sigma/engine'
import { kits as shipped } from '../kits.ts'
import { letterKit } from './toy/kit.ts'

export const kits: readonly Kit[] = [...shipped, letterKit]
