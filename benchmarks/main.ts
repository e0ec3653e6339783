/**
 * Measures Sigma against peers and floors, and prints each row of a table as it comes.
 *
 *     npm run bench [-- names …] [--short] [--json file]
 *
 * `--json`: where the rows are kept, whole after each; `.reports/bench.json` unless told. Exits with 1 when one broke,
 * else with 2 when a goal is not met. `--short` shows that each works, and judges nothing.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchmarks, chosen } from './benchmarks.ts'
import { met } from './measure.ts'
import { play } from './play.ts'
import { conditions, heading, type Report, type Row, rowText } from './table.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string', default: join(here, '../.reports/bench.json') }, short: { type: 'boolean' } },
})
const { names, unknown } = chosen(positionals)
if (unknown.length > 0) {
  const known = [...benchmarks.keys()].join(' ')
  process.stderr.write(`error: There is no benchmark ${unknown.join(', ')}.\nhint: npm run bench -- ${known}\n`)
  process.exit(64)
}

const report: Omit<Report, 'rows'> = {
  at: new Date().toISOString(),
  scale: values.short === true ? 'short' : 'whole',
  machine: {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    load: loadavg()[0] ?? 0,
  },
}
const rows: Row[] = []

function tell(row: Row): void {
  rows.push(row)
  process.stdout.write(rowText(row, report.scale))
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(`${values.json}.new`, `${JSON.stringify({ ...report, rows }, null, 2)}\n`)
  renameSync(`${values.json}.new`, values.json)
}

// On the same disk as the project, not in a temporary folder, which may be memory: flushing is part of what is measured.
const folder = mkdtempSync(join(here, '.run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
process.on('SIGINT', () => process.exit(130))

process.stdout.write(`${conditions(report)}\n\n${heading}`)
for (const name of names) {
  const began = performance.now()
  process.stderr.write(`${name} …\n`)
  await play(name, folder, report.scale, tell)
  process.stderr.write(`${name}: ${Math.round((performance.now() - began) / 1_000)} s\n`)
}
const broke = rows.some((row) => 'broke' in row)
const missed = report.scale === 'whole' && rows.some((row) => !('broke' in row) && !met(row))
process.exitCode = broke ? 1 : missed ? 2 : 0
