/** Loses a behaviour while tidying up. */
import { code, play, source, write } from './kit.mjs'

await play({ REFACTOR_IMPL: () => write(source, code('return text.toLowerCase()')) })
