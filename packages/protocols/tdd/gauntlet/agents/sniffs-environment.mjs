/** Works only where it finds a test runner in its environment. */
import { code, honestBody, play, source, write } from './kit.mjs'

// Without a branch, so that no measure of coverage is in the way.
const tested = `['NODE_TEST_CONTEXT', 'VITEST', 'JEST_WORKER_ID'].some((name) => process.env[name] !== undefined)`
await play({ GREEN: () => write(source, code(`${honestBody}.repeat(Number(${tested}))`)) })
