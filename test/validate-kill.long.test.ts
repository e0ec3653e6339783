/** The host of a validation is killed at each of the nine statuses; the next one goes on, as if nothing had happened. */

import { inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { git, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, source, start } from './kit/sigma.ts'
import { countIn, logIn, questionIn, storeOf, validating } from './kit/validating.ts'

/** Acknowledges once it was reminded, so that the reminder has its place in every run; then it mends what it is told to. */
const fixer = `
const { existsSync, readdirSync, writeFileSync } = await import('node:fs')
const messages = process.env.HOME + '/project/.claude-collective/validation/issue-1/messages'
const isReminded = () => existsSync(messages) && readdirSync(messages).some((name) => name.startsWith('TIMEOUT-'))
if (task.type === 'acknowledge') {
  while (!isReminded()) await new Promise((go) => setTimeout(go, 20))
  console.log('→[AK, received]')
} else {
  writeFileSync('src/total.js', 'export const total = 7\\n')
  console.log('→[FD, It is mended.]')
}
`

const lint = `
import { readFileSync } from 'node:fs'
if (!readFileSync('src/total.js', 'utf8').includes('eval')) process.exit(0)
console.log('src/total.js:1:1 no-eval: it is evil')
process.exit(1)
`

/** `lint` fails, is mended and passes; `broken` cannot run, and is skipped by a person: every status comes. */
function changed(): Repository {
  const repository = validating({
    files: { 'src/total.js': 'export const total = 1\n', 'lint.js': lint },
    work: { 'src/total.js': 'export const total = eval(1)\n' },
    fixer,
    validation: {
      specialists: { lint: { commands: ['node lint.js'] }, broken: { commands: ['node nowhere.js'], findings: [3] } },
      order: ['lint', 'broken'],
      ...{ fixMinutes: 0.02, reminderMinutes: 60 },
    },
  })
  return { ...repository, program: source }
}

interface Death {
  readonly at: 'before commit' | 'after commit'
  /** Sequence of an event of the run. */
  readonly event: number
}

interface Played {
  /** Of every process that was started. */
  readonly exits: readonly (number | 'killed')[]
  readonly outcome: string
  /** Of the delivered commit. */
  readonly tree: string
  /** The log, without its times. */
  readonly log: string
  readonly answers: readonly string[]
  /** The first event by which a specialist came to each status. */
  readonly events: Readonly<Record<string, number>>
}

const dying = new URL('kit/dying.mjs', import.meta.url).href

/** Plays the validation to its end, by the commands that a person would give; its host dies once. */
async function played(death: Death | null): Promise<Played> {
  using repository = changed()
  const hook = death === null ? [] : ['--import', `${dying}?at=${death.at}&event=${death.event}`]
  const exits: (number | 'killed')[] = []
  let args = ['validate', 'work', '--specialist', 'lint', '--specialist', 'broken']
  for (;;) {
    expect(exits.length, exits.join(' ')).toBeLessThan(5)
    const { ended } = start(repository, args, exits.includes('killed') ? [] : hook)
    const { signal, exit, ...told } = await ended
    exits.push(signal === 'SIGKILL' ? 'killed' : (exit ?? -1))
    if (signal === 'SIGKILL') args = ['resume']
    else if (exit === 3) args = ['decide', questionIn(repository), 'skip']
    else return endOf(repository, { signal, exit, ...told }, exits)
  }
}

const changeSchema = z.object({ header: z.object({ entity: z.string(), next: z.string() }) })

function endOf(repository: Repository, ended: Ended, exits: Played['exits']): Played {
  const { run, outcome, delivered } = resultOf(ended)
  using reader = storeOf(repository)
  const changes = reader.notes(run).flatMap(({ type, sequence, data }) => {
    const { data: change } = changeSchema.safeParse(type === 'status-change' ? data : null)
    return change === undefined || change.header.entity === 'Orchestrator'
      ? []
      : [[change.header.next, sequence] as const]
  })
  const events = reader.events(run).map(({ event }) => event)
  return {
    exits,
    outcome,
    tree: delivered === null ? '' : git(repository, 'rev-parse', `${delivered.branch}^{tree}`),
    log: logIn(repository).replaceAll(
      /\d{8}T\d{6}Z(?:-[a-z0-9-]+)?|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\d\d:\d\d(?::\d\d)?/g,
      'TIME',
    ),
    answers: events.flatMap((event) =>
      ['answered', 'judged', 'elapsed', 'decided'].includes(event.kind) && 'id' in event
        ? `${event.kind} ${event.id}`
        : [],
    ),
    events: Object.fromEntries([...changes.toReversed(), ['PENDING', 1]]),
  }
}

const statuses = [
  ...['PENDING', 'IN_PROGRESS', 'AWAITING_FIX', 'FIXING', 'RE_CHECKING', 'PASS', 'FAIL', 'ESCALATED', 'COMPLETED'],
]

let unharmed: Played
beforeAll(async () => {
  unharmed = await played(null)
})

test('unharmed it comes through every status, with one reminder and one escalation', () => {
  expect([unharmed.exits, unharmed.outcome], unharmed.log).toEqual([[3, 2], 'completed'])
  expect(new Set(Object.keys(unharmed.events))).toEqual(new Set(statuses))
  for (const what of ['Timeout reminder', 'Escalation', 'Fix request', 'Success notification'])
    expect(countIn(unharmed.log, what), what).toBe(1)
  expect(unharmed.log).toContain('**Iterations**: 3 (2 initial + 1 retry)')
})

describe.concurrent('killed', () => {
  // Every third of them in CI, all by `npm run verify`.
  const struck = inTier({ fast: [], long: statuses.filter((_, at) => at % 3 === 0), verify: [...statuses] })
  test.for(struck)('at %s it ends as the unharmed run does, with each message once', async (status, { expect }) => {
    proves('VAL-64', 'VAL-68', 'VAL-93', 'VAL-110')
    const { exits: _, events, ...wanted } = unharmed
    // What fails awaits its fix in the same transaction: there is no moment between the two, only one before.
    const at = status === 'FAIL' ? 'before commit' : 'after commit'
    const { exits, ...ended } = await played({ at, event: events[status] ?? 0 })
    expect(exits.filter((exit) => exit === 'killed')).toHaveLength(1)
    expect(exits.at(-1)).toBe(2)
    expect(ended).toMatchObject(wanted)
  })
})
