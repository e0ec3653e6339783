/**
 * Writes the figures of a whole run into both READMEs, every goal with whether it was met:
 *
 *     node benchmarks/record.ts [.reports/bench.json]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { benchmarks } from './benchmarks.ts'
import { briefTable, conditions, heading, reportSchema, rowText } from './table.ts'

const inRepository = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const [file = inRepository('.reports/bench.json')] = process.argv.slice(2)
const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
const played = new Set(report.rows.map(({ benchmark }) => benchmark))
const missing = [...benchmarks.keys()].filter((name) => !played.has(name))
if (report.scale !== 'whole' || missing.length > 0) {
  const fault = report.scale === 'whole' ? `It has no rows of ${missing.join(', ')}.` : 'It is of the short form.'
  process.stderr.write(`error: ${file} is no whole run. ${fault}\nhint: npm run bench\n`)
  process.exit(1)
}
const measured = `Measured on ${conditions(report)}.\n\n`
write('README.md', measured + briefTable(report.rows, 'whole'))
write('benchmarks/README.md', measured + heading + report.rows.map((row) => rowText(row, 'whole')).join(''))

/** Between the two marks; the rest of the page stays. */
function write(path: string, table: string): void {
  const text = readFileSync(inRepository(path), 'utf8')
  const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->']
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${path} has no place for figures.`)
  writeFileSync(inRepository(path), `${text.slice(0, from + begin.length)}\n\n${table}\n${text.slice(to)}`)
}
