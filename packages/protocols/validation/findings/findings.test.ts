import { type RunView, registered } from '@sigma/engine'
import { type Event, jsonOf } from '@sigma/protocol'
import { answered, decided, failed, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { writesLog } from '../files/run-log.ts'
import type { Failure } from '../machine/found.ts'
import type { ValidationInput } from '../machine/input.ts'
import { sampleValidationInput } from '../machine/sample.ts'
import { validation } from '../machine/validation.ts'
import { journalOf } from '../testing/journal.ts'
import { checkedOf, failureOf } from '../testing/played.ts'
import { findsBy } from './findings.ts'

const finds = findsBy(registered(validation))
const two = sampleValidationInput({ specialists: 2 })
const [first = expect.fail(), second = expect.fail()] = two.specialists.map(({ name }) => name)
const reporting: ValidationInput = { ...two, decides: 'nobody', limits: { ...two.limits, iterations: 1 } }

function found(input: ValidationInput, events: readonly Event[], evidence: readonly Failure[] | null = null) {
  const recorded = journalOf(input, events)
  const blob = (): Uint8Array => new TextEncoder().encode(JSON.stringify({ failures: evidence }))
  const view = { run: 'val-1', input: jsonOf(input) } as unknown as RunView
  const none = { runs: () => [], run: () => null, dropped: () => [] }
  return finds({ ...none, events: () => recorded, blob }, view)
}

const surveyed = judged('survey', 'pass', { data: { tree: 't1', inapplicable: [] } })
const failing = (name: string, failures: readonly Failure[]): Event =>
  judged(`${name}.check`, 'fail', { data: checkedOf('t1', failures) })
const passing = (name: string): Event => judged(`${name}.check`, 'pass', { data: checkedOf('t1') })

test('a report has what each specialist found, after it has ended', () => {
  const failure = failureOf('trims')
  const { checkers, commit } = found(reporting, [surveyed, failing(first, [failure]), passing(second)]) ?? expect.fail()
  expect(commit).toBe(reporting.commit)
  expect(checkers).toMatchObject([
    { name: first, outcome: 'failed', reasons: [] },
    { name: second, outcome: 'passed', faults: [], reasons: [] },
  ])
  const { name, suggestion, ...same } = failure
  expect(checkers[0]?.faults).toEqual([{ rule: name, remedy: suggestion, ...same, fingerprint: expect.any(String) }])
})

test('evidence has the failures that an event does not carry, each with a fingerprint of its own', () => {
  const all = Array.from({ length: 200 }, (_, at) => failureOf(`test ${at}`))
  const read = found(reporting, [surveyed, failing(first, all.slice(0, 60))], all)
  const prints = read?.checkers[0]?.faults.map(({ fingerprint }) => fingerprint)
  expect(new Set(prints).size).toBe(200)
  const moved = found(reporting, [surveyed, failing(first, [failureOf('test 0', { line: 90 })])])
  expect(moved?.checkers[0]?.faults[0]?.fingerprint).toBe(prints?.[0])
})

test('what could not be judged says why, and is no judgement', () => {
  const empty = judged(`${first}.check`, 'pass', { data: checkedOf('t1', [], { examined: [] }) })
  expect(found(reporting, [surveyed, empty])?.checkers).toMatchObject([
    { outcome: 'unjudged', reasons: [{ rule: 'nothing-examined' }] },
    { outcome: 'not-checked', reasons: [{ rule: 'not-checked' }] },
  ])
  const broken = found(reporting, [surveyed, failed(`${first}.check`, 'crash')])
  expect(broken?.checkers[0]?.outcome).toBe('unjudged')
})

test('what is not applicable, and what a person left out, passed nothing', () => {
  const inapplicable = [{ name: second, reason: 'There is no page.' }]
  const one = { ...two, limits: { ...two.limits, iterations: 1 } }
  const skipped = found(one, [
    judged('survey', 'pass', { data: { tree: 't1', inapplicable } }),
    failing(first, [failureOf('trims')]),
    decided(`${first}.decision`, 'skip'),
  ])
  expect(skipped?.checkers).toMatchObject([
    { name: first, outcome: 'skipped', faults: [] },
    { name: second, outcome: 'not-applicable', reasons: [{ message: expect.stringContaining('There is no page.') }] },
  ])
})

test('an agent’s word is read as the run took it', () => {
  const agents = {
    ...reporting,
    specialists: reporting.specialists.map((each) => ({ ...each, kind: 'agent' as const })),
  }
  const data = jsonOf({ failures: [failureOf('token')], examined: [{ what: 'files', count: 1 }] })
  expect(found(agents, [surveyed, answered(`${first}.check`, 'VF', { data })])?.checkers[0]).toMatchObject({
    outcome: 'failed',
    faults: [{ rule: 'token' }],
  })
})

test('the log of a run is what its file holds; input that cannot be read gives none', () => {
  const recorded = journalOf(two, [surveyed])
  const none = {
    runs: () => [],
    run: () => null,
    dropped: () => [],
    events: () => recorded,
    blob: () => new Uint8Array(),
  }
  const view = (input: object) => ({ run: 'val-1', input: jsonOf(input) }) as unknown as RunView
  const log = writesLog(registered(validation))
  expect(log(none, view(two))).toContain('## Full Communication Log: Feature #42')
  expect(log(none, view({}))).toBe(null)
  expect(finds(none, view({}))).toBe(null)
})
