/** A turn that nobody plays: what a template comes to is seen before there is a run. */
import type { SampleTurn } from '@sigma/engine'
import { type Ask, type Event, handoffOf, jsonOf, type TurnHandoff } from '@sigma/protocol'
import type { Failure } from '../machine/found.ts'
import type { ValidationInput } from '../machine/input.ts'
import { sampleValidationInput } from '../machine/sample.ts'
import type { ValidationStep } from '../machine/state.ts'
import { validation } from '../machine/validation.ts'

export const exampleInput: ValidationInput = sampleValidationInput({ specialists: 2, agents: 1 })

const stamp = { tick: 0, nonce: 'n' } as const
const evidence = `sha256:${'0'.repeat(64)}`

const failure = (name: string, suggestion: string): Failure => ({
  ...{ kind: 'test', file: 'test/slugs.test.js', name, message: 'What was seen stands here.', line: 12 },
  ...{ severity: 'high', suggestion },
})

const surveyed: Event = {
  ...{ ...stamp, kind: 'judged', id: 'survey', verdict: 'pass', findings: [], evidence },
  data: { tree: 'tree', inapplicable: [] },
}

function checked(failures: readonly Failure[]): Event {
  const verdict = failures.length === 0 ? 'pass' : 'fail'
  const data = { tree: 'tree', failures, examined: [{ what: 'tests', count: 3 }], coverage: null }
  return { ...stamp, kind: 'judged', id: 'unit-test.check', verdict, findings: [], evidence, data: jsonOf(data) }
}

const acknowledged: Event = {
  ...{ ...stamp, kind: 'answered', id: 'unit-test.report', code: 'AK', message: '', commit: null },
  ...{ base: exampleInput.commit, changed: [], usage: 'unknown' },
}

export function sampleHandoff({ task: { type }, withTalk }: SampleTurn): TurnHandoff | null {
  const failed = checked([failure('slugs are trimmed', withTalk ? 'What the specialist suggests stands here.' : '')])
  const ways: Readonly<Record<string, readonly Event[]>> = {
    acknowledge: [surveyed, failed],
    fix: [surveyed, failed, acknowledged],
    validate: [surveyed, checked([])],
  }
  const { effects } = (ways[type] ?? []).reduce<ValidationStep>(
    ({ state }, event) => validation.step(state, event),
    validation.start(exampleInput),
  )
  const ask = effects.find((effect): effect is Ask => effect.kind === 'ask')
  if (ask === undefined) return null
  const refused = withTalk
    ? [{ rule: 'nothing-changed', message: 'Why a try was refused stands here.', remedy: 'The way out.' }]
    : []
  return handoffOf({ ...ask, brief: { ...ask.brief, refused } }, 'example', [])
}
