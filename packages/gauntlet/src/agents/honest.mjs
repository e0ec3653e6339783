/** Does what it is asked for, in every phase. */
import { play } from './kit.mjs'

await play({})
