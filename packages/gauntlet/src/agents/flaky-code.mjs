/** Works now and then. */
import { code, honestBody, play, source, write } from './kit.mjs'

await play({ GREEN: () => write(source, code(`if (Math.random() < 0.5) return text\n  ${honestBody}`)) })
