/** Says that the tests are written, and writes none. */
import { play } from './kit.mjs'

await play({ RED: () => undefined })
