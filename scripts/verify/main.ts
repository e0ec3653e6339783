/**
 * What is longer than CI's proof, each part by itself:
 *
 *     npm run verify                  all parts
 *     npm run verify -- kills seeds   these
 *     npm run verify -- --list        none; says which there are
 *
 * A line is printed as each part ends. The record is kept in `.reports/verify/`: `record.json`, and `rows.md` for
 * `docs/reliability.md`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parts } from './parts.ts'
import { playAll } from './play.ts'
import { headLine, lineOf, recordOf, rowsOf } from './record.ts'

const words = process.argv.slice(2)
const reports = fileURLToPath(new URL('../../.reports/verify', import.meta.url))
const unknown = words.filter((word) => word !== '--list' && !parts.some(({ name }) => name === word))
if (unknown.length > 0) {
  process.stderr.write(`error: There is no part ${unknown.join(', ')}.\nhint: npm run verify -- --list\n`)
  process.exit(64)
}
if (words.includes('--list')) {
  for (const { name, what } of parts) process.stdout.write(`${name.padEnd(12)} ${what}\n`)
  process.exit(0)
}
const chosen = words.length === 0 ? parts : parts.filter(({ name }) => words.includes(name))
mkdirSync(reports, { recursive: true })
process.stdout.write(`${headLine}\n`)
const began = Date.now()
const atOnce = Math.ceil(availableParallelism() * 1.5)
const played = await playAll(chosen, {
  atOnce,
  reports,
  onEnd: (one) => process.stdout.write(`${lineOf(one)}\n`),
})
const failed = played.filter((one) => one.failed.length > 0)
writeFileSync(join(reports, 'record.json'), recordOf(played))
writeFileSync(join(reports, 'rows.md'), rowsOf(played))
const minutes = Math.round((Date.now() - began) / 60_000)
process.stdout.write(`\n${played.length - failed.length} of ${played.length} parts found nothing, in ${minutes} min\n`)
process.stdout.write(`The record: ${join(reports, 'record.json')}, rows.md\n`)
process.exit(failed.length === 0 ? 0 : 1)
