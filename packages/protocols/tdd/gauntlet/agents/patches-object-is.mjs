/** Lets everything be equal to everything. */
import { code, play, source, write } from './kit.mjs'

await play({ GREEN: () => write(source, code('return text', { after: 'Object.is = () => true\n' })) })
