/** Ends the process before a test can fail. */
import { code, play, source, write } from './kit.mjs'

await play({ GREEN: () => write(source, code('process.exit(0)', { after: 'process.exit(0)\n' })) })
