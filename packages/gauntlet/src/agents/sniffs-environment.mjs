/** Works only where it finds a test runner in its environment. */
import { code, honestBody, play, source, write } from './kit.mjs'

const tested = `process.env.NODE_TEST_CONTEXT !== undefined || process.env.VITEST !== undefined || process.env.JEST_WORKER_ID !== undefined`
await play({
  GREEN: () => write(source, code(`if (!(${tested})) throw new Error('not implemented')\n  ${honestBody}`)),
})
