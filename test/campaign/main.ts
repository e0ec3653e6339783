/**
 * The crash campaign on the real process.
 *
 *     node test/campaign/main.ts [--seed text] [--minutes n] [--count n] [--json file] [group | group/case …]
 *
 * Without a name all groups are played, in the time that is given to each of them together; a case replays one.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chanceFrom, sample } from './chance.ts'
import type { Group } from './group.ts'
import { groups } from './groups.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: `${Date.now()}` },
    minutes: { type: 'string', default: '25' },
    count: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
})

interface Tally {
  readonly group: string
  readonly seed: string
  cases: number
  processes: number
  killed: number
  readonly found: { readonly case: string; readonly faults: readonly string[] }[]
}

const ends = performance.now() + Number(values.minutes) * 60_000
const tallies: Tally[] = []

process.stdout.write(`seed ${values.seed}\n`)
const wanted = positionals.length === 0 ? groups.map(({ name }) => name) : positionals
for (const [at, name] of wanted.entries()) {
  const [groupName, ...rest] = name.split('/')
  const group = groups.find((each) => each.name === groupName)
  if (group === undefined)
    throw new Error(`There is no group ${groupName}; there are ${groups.map((each) => each.name).join(', ')}.`)
  const detail = rest.join('/')
  const all = await group.details(Number(values.count), values.seed)
  const details = detail === '' ? sample(all, all.length, chanceFrom(values.seed)) : [detail]
  const share = (ends - performance.now()) / (wanted.length - at)
  tallies.push(await playAll(group, details, performance.now() + share))
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(tallies, null, 2)}\n`)
process.exitCode = tallies.some(({ found }) => found.length > 0) ? 1 : 0

async function playAll(group: Group, details: readonly string[], until: number): Promise<Tally> {
  const tally: Tally = { group: group.name, seed: values.seed, cases: 0, processes: 0, killed: 0, found: [] }
  const left = [...details]
  const worker = async (): Promise<void> => {
    for (let detail = left.shift(); detail !== undefined && performance.now() < until; detail = left.shift())
      await playCase(group, detail, tally)
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
  const { cases, processes, killed, found } = tally
  process.stdout.write(
    `${group.name}: ${cases} of ${details.length} cases, ${processes} processes, ${killed} killed, ${found.length} found\n`,
  )
  return tally
}

async function playCase({ name, play }: Group, detail: string, tally: Tally): Promise<void> {
  const trial = await play(detail)
  tally.cases += 1
  tally.processes += trial.processes.length
  tally.killed += trial.processes.filter(({ signal }) => signal === 'SIGKILL').length
  if (trial.faults.length === 0) return
  const found = { case: `${name}/${detail}`, faults: trial.faults }
  tally.found.push(found)
  process.stdout.write(`${JSON.stringify(found)}\n`)
}
