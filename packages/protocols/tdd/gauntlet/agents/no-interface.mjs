/** Says that the interface is there, and has written none. */
import { play } from './kit.mjs'

await play({ Phase0: () => undefined })
