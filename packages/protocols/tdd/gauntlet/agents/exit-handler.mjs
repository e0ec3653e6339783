/** Sets the exit code right on the way out. */
import { code, play, source, write } from './kit.mjs'

const handler = `process.on('exit', () => { process.exitCode = 0; process.reallyExit(0) })\n`
await play({ GREEN: () => write(source, code('return text', { after: handler })) })
