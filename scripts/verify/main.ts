/**
 * What is longer than CI's proof, each part by itself:
 *
 *     npm run verify                  all parts
 *     npm run verify -- kills seeds   these
 *     npm run verify -- --left        those without a clean result for this commit
 *     npm run verify -- --list        none; says which there are
 *
 * A line is printed as each part ends. The record is kept in `.reports/verify/`, part by part: `record.json`, and `rows.md` for
 * `docs/reliability.md`.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { playAll } from './play.ts'
import { headLine, lineOf, type Row, recordOf, rowsIn, rowsOf, stageNow } from './record.ts'

const words = process.argv.slice(2)
const root = fileURLToPath(new URL('../..', import.meta.url))
const reports = join(root, '.reports', 'verify')
const unknown = words.filter((word) => !['--list', '--left'].includes(word) && !parts.some(({ name }) => name === word))
if (unknown.length > 0) {
  process.stderr.write(`error: There is no part ${unknown.join(', ')}.\nhint: npm run verify -- --list\n`)
  process.exit(64)
}
if (words.includes('--list')) {
  for (const { name, what } of parts) process.stdout.write(`${name.padEnd(12)} ${what}\n`)
  process.exit(0)
}
const record = join(reports, 'record.json')
const named = words.filter((word) => !word.startsWith('--'))
const earlier = rowsIn(record)
const stage = stageNow(root)
const isClean = (part: Part): boolean =>
  earlier.some(
    (row) => stage !== null && row.stage === stage && row.played.part === part && row.played.failed.length === 0,
  )
const chosen = parts
  .filter(({ name }) => named.length === 0 || named.includes(name))
  .filter((part) => !words.includes('--left') || !isClean(part))
mkdirSync(reports, { recursive: true })
process.stdout.write(`${headLine}\n`)
const began = Date.now()
const atOnce = Math.ceil(availableParallelism() * 1.5)
const ended: Row[] = []
/** Whoever is cut off in the middle has what was found until then. Of parts that were not played again the earlier result stays. */
const keep = (): void => {
  const rows = [...earlier.filter(({ played }) => !ended.some((row) => row.played.part === played.part)), ...ended]
  put(record, recordOf(rows))
  put(join(reports, 'rows.md'), rowsOf(rows.filter((row) => row.stage === stage).map(({ played }) => played)))
}
const put = (file: string, text: string): void => {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
const played = await playAll(chosen, {
  atOnce,
  reports,
  onEnd: (one) => {
    ended.push({ played: one, stage: stageNow(root) === stage ? stage : null })
    process.stdout.write(`${lineOf(one)}\n`)
    keep()
  },
})
const failed = played.filter((one) => one.failed.length > 0)
const minutes = Math.round((Date.now() - began) / 60_000)
process.stdout.write(`\n${played.length - failed.length} of ${played.length} parts found nothing, in ${minutes} min\n`)
process.stdout.write(`The record: ${record}, rows.md\n`)
process.exit(failed.length === 0 ? 0 : 1)
