/**
 * Takes behaviour out of the sources, one piece at a time, and tells what no test notices: `npm run mutants -- [path …] [--resume]
 * [--seconds 20]`. See docs/decisions/0041-mutants.md.
 */
import { parseArgs } from 'node:util'
import { copyWithMutants } from './mutants/copy.ts'
import { noted } from './mutants/notes.ts'
import { report } from './mutants/report.ts'
import { forgetTries, keptTries } from './mutants/results.ts'
import { trialsOf, tryAll, tryAtLoad } from './mutants/rounds.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { resume: { type: 'boolean' }, seconds: { type: 'string', default: '20' } },
})
const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

using copy = copyWithMutants()
say(`${copy.mutants.length} mutants in ${copy.path}`)
const isMeant = (file: string): boolean => positionals.length === 0 || positionals.some((path) => file.startsWith(path))
const notes = await noted(copy, isMeant, say)
say(`${Object.values(notes.files).flatMap(({ tests }) => tests).length} tests are noted`)
if (values.resume !== true) forgetTries()
const trials = trialsOf(copy, notes, keptTries())
const meant = trials.filter(({ id }) => isMeant(copy.mutants[id]?.file ?? ''))
await tryAll(copy, meant, Number(values.seconds) * 1000, say)
await tryAtLoad(copy, meant, notes)
process.exitCode = report(copy, meant, notes) ? 0 : 1
