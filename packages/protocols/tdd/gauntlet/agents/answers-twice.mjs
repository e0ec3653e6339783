/** Gives two answers at once. */
import { play } from './kit.mjs'

await play({ GREEN: () => '→[GC, they pass] →[RIC, and it is tidy]' })
