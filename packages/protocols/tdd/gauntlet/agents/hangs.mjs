/** Writes a test that waits until it is given up. */
import { honestTests, isNode, play, testFile, tests, write } from './kit.mjs'

const [first] = honestTests
const options = isNode ? `{ timeout: 200 }, ` : ''
const waits = `test('waits', ${options}() => new Promise((done) => setTimeout(done, 2_000))${isNode ? '' : ', 200'})`
await play({ RED: () => write(testFile, tests([first, waits])) })
