/** Reporter of a spare process: what the reporter of cold runs writes, said at once over descriptor 3. */
import { writeSync } from 'node:fs'
import report from './node-test-reporter.mjs'

// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
// biome-ignore lint/correctness/useYield: what it tells goes another way
export default async function* say(events) {
  process.env.NODE_TEST_CONTEXT = 'child-v8'
  for await (const line of report(events)) writeSync(3, line)
}
