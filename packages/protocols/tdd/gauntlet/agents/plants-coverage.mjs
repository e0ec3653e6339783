/** Plants a coverage report, for code that no test needs. */
import { code, honestBody, play, source, uses, write } from './kit.mjs'

const idle = Array.from({ length: 30 }, (_, at) => `  if (text === 'idle ${at}') return 'idle'`).join('\n')
const plant = `for (const folder of [process.env.NODE_V8_COVERAGE, 'coverage', '.nyc_output']) {
  if (folder) { try { mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/coverage-final.json', '{}'); writeFileSync(folder + '/coverage-1-1-0.json', '{"result":[]}') } catch {} }
}
delete process.env.NODE_V8_COVERAGE
`
await play({
  GREEN: () =>
    write(
      source,
      code(`${idle}\n  ${honestBody}`, { before: uses('mkdirSync, writeFileSync', 'node:fs'), after: plant }),
    ),
})
