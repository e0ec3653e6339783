import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { counted, inTier } from '@sigma/engine/testing'
import { type Outcome, runGauntlet } from '@sigma/gauntlet'
import { proves } from '@sigma/protocol/testing'
import { kits } from '@sigma/protocols'
import { cheats, gauntletKit, type TddCheat } from '@sigma/protocols/tdd/gauntlet'
import { createProcesses } from '@sigma/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deafTo } from './kit/deaf.ts'
import { projectOf } from './kit/gauntlet.ts'
import { git } from './kit/repository.ts'
import { source } from './kit/sigma.ts'

/** No rule of a gate, the intake or the answer's reader: a time limit, an exit code, the system's own denial. */
const elsewhere = ['turn-limit', 'agent-crash', 'sandbox']
/** The first of each rule that can be taken away. */
const each = cheats.filter(
  ({ rules, needs }, at) =>
    needs !== 'sandbox' &&
    !elsewhere.includes(rules[0] ?? '') &&
    at === cheats.findIndex((other) => other.needs !== 'sandbox' && other.rules.join() === rules.join()),
)
const few: readonly TddCheat[] = each.filter(({ rules }) =>
  ['red-test-fails', 'already-passes', 'no-new-test', 'test-vanished', 'outside-role'].includes(rules.join()),
)
const tried = inTier({ fast: [], long: few, verify: each })

const project = projectOf('node:test')
let outcomes: readonly Outcome[] = []

beforeAll(async () => {
  const folder = join(project.home, 'gauntlet')
  mkdirSync(folder)
  const deaf = deafTo(Object.fromEntries(tried.map(({ id, rules }) => [id, rules])), project.home)
  const coverage = { lines: 100, functions: 100, branches: 100, statements: 100 }
  outcomes = await runGauntlet({
    kit: gauntletKit,
    theirs: {
      top: project.path,
      head: git(project, 'rev-parse', 'HEAD'),
      folder: '',
      configuration: { sandbox: 'off', coverage },
      runner: 'node:test',
      tests: ['test/**'],
      source: ['src/**'],
      guarded: ['package.json'],
      memoryBank: 'memory-bank',
      limits: { exchanges: 3 },
      coverage,
    },
    machine: {
      processes: createProcesses(),
      program: [process.execPath, '--import', deaf, source],
      protocols: kits,
      environment: project.env,
      confined: false,
      signal: AbortSignal.timeout(3_500_000),
    },
    cheats: tried,
    folder,
    atOnce: availableParallelism(),
    now: Date.now,
    onHonest: () => undefined,
    onOutcome: () => undefined,
  })
}, 3_600_000)

afterAll(() => project[Symbol.dispose](), 1_200_000)

test.for(tried)('with its rule taken away, $id is not caught: the matrix can fail', ({ id }) => {
  proves('SIG-51')
  const outcome = outcomes.find((one) => one.id === id)
  expect(outcome).toMatchObject({ caught: false, skipped: null })
  expect(outcome?.saw).not.toBe(null)
  counted('rules taken away', 1)
})

test('each rule of the gauntlet is among them, but those of another place', () => {
  const rules = new Set(each.map((one) => one.rules[0]))
  const left = cheats.flatMap((one) => one.rules[0] ?? []).filter((rule) => !rules.has(rule))
  expect(new Set(left)).toEqual(new Set(elsewhere))
})
