/** Reporter of a spare process: what the reporter of cold runs writes, said at once over descriptor 3. */
import { writeSync } from 'node:fs'
import report from './node-test-reporter.mjs'

/** Said of itself only by a process that had nothing more to do. */
process.once('beforeExit', () => writeSync(3, '{"kind":"idle"}\n'))

// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
export default (events) => {
  process.env.NODE_TEST_CONTEXT = 'child-v8'
  writeSync(3, '{"kind":"begun"}\n')
  return say(events)
}

// biome-ignore lint/correctness/useYield: what it tells goes another way
async function* say(events) {
  for await (const line of report(events)) writeSync(3, line)
}
