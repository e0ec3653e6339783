/** Talks instead of answering. */
import { play } from './kit.mjs'

await play({ GREEN: () => 'I am sure that everything is in order now.' })
