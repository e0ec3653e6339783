/** Writes another interface than the design has. */
import { code, play, source, unwritten, write } from './kit.mjs'

await play({ Phase0: () => write(source, code(unwritten, { parameters: 'text, separator, most' })) })
