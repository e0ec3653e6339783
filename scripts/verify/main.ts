/**
 * What is longer than CI's proof, each part by itself:
 *
 *     npm run verify                  all parts
 *     npm run verify -- kills seeds   these
 *     npm run verify -- --left        those that have not yet found nothing in this commit
 *     npm run verify -- --list        none; says which there are
 *
 * A line is printed as each part ends. The record is kept in `.reports/verify/`, part by part: `record.json`, and `rows.md` for
 * `docs/reliability.md`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Part, parts } from './parts.ts'
import { type Played, playAll } from './play.ts'
import { headLine, lineOf, recordOf, rowsOf, standingIn } from './record.ts'

const words = process.argv.slice(2)
const reports = fileURLToPath(new URL('../../.reports/verify', import.meta.url))
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
const earlier = standingIn(record)
const isLeft = ({ name }: Part): boolean => !words.includes('--left') || !earlier.some(({ part }) => part.name === name)
const chosen = parts.filter((part) => (named.length === 0 || named.includes(part.name)) && isLeft(part))
const standing = earlier.filter(({ part }) => !chosen.includes(part))
mkdirSync(reports, { recursive: true })
process.stdout.write(`${headLine}\n`)
const began = Date.now()
const atOnce = Math.ceil(availableParallelism() * 1.5)
const ended: Played[] = []
/** Whoever is cut off in the middle has what was found until then. */
const keep = (): void => {
  writeFileSync(record, recordOf([...standing, ...ended]))
  writeFileSync(join(reports, 'rows.md'), rowsOf([...standing, ...ended]))
}
keep()
const played = await playAll(chosen, {
  atOnce,
  reports,
  onEnd: (one) => {
    ended.push(one)
    process.stdout.write(`${lineOf(one)}\n`)
    keep()
  },
})
const failed = played.filter((one) => one.failed.length > 0)
const minutes = Math.round((Date.now() - began) / 60_000)
process.stdout.write(`\n${played.length - failed.length} of ${played.length} parts found nothing, in ${minutes} min\n`)
process.stdout.write(`The record: ${record}, rows.md\n`)
process.exit(failed.length === 0 ? 0 : 1)
