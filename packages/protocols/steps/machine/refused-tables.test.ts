/** Tables of a project that are refused, each by the rule that says why and the place where it stands. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { audit, release } from '../testing/definitions.ts'
import { type Definition, definitionSchema } from './definition.ts'
import { definitionFaults } from './faults.ts'

const step = (number: number, rest: object = {}): object => ({ number, name: `S${number}`, label: 'x', ...rest })
const text = (name: string, rest: object = {}): object => ({ name, kind: 'text', says: 'x', ...rest })
const task = { gives: [text('title')], work: 'task-id' }
const choice = (values: readonly string[], rest: object = {}): object => ({
  name: 'kind',
  kind: 'choice',
  says: 'x',
  values,
  ...rest,
})
const option = (name: string, next = 'COMPLETED'): object => ({ name, consequence: 'x', next })
const asks = (...options: readonly object[]): object => ({ decision: { question: 'x', options } })

const table = (...steps: readonly object[]): Definition =>
  definitionSchema.parse({ route: 'mine', type: 'MINE', folder: 'mine', steps })

test.each<[string, string, readonly object[]]>([
  ['two-ways', 'steps.0.decision', [step(1, { next: 'COMPLETED', ...asks(option('a'), option('b')) })]],
  ['no-loop', 'steps.0.next', [step(1, { next: { to: 'S2', times: 2 } }), step(2)]],
  ['loop-without-end', 'steps.1.next', [step(1), step(2, { next: { to: 'S1', times: 2, after: 'S1' } })]],
  ['unknown-transition', 'steps.1.next', [step(1), step(2, { next: { to: 'S1', times: 2, after: 'S9' } })]],
  ['unbounded-loop', 'steps.1.decision.options.1.next', [step(1), step(2, asks(option('a'), option('b', 'S1')))]],
  ['step-unreachable', 'steps.1', [step(1, { next: 'COMPLETED' }), step(2)]],
  ['dead-end', 'steps.0', [step(1), step(2, { next: { to: 'S1', times: 2 } })]],
  ['loop-to-itself', 'steps.0.next', [step(1, { next: { to: 'S1', times: 2 } })]],
  ['duplicate-field', 'steps.0.gives.1.name', [step(1, { gives: [text('a'), text('a')] })]],
  ['reserved-field', 'steps.0.gives.0.name', [step(1, { gives: [text('context')] })]],
  ['choice-values', 'steps.0.gives.0', [step(1, { gives: [text('kind', { kind: 'choice' })] })]],
  ['choice-values', 'steps.0.gives.0', [step(1, { gives: [text('a', { values: ['b'] })] })]],
  ['duplicate-value', 'steps.0.gives.0.values', [step(1, { gives: [choice(['a', 'a'])] })]],
  [
    'branch-undecided',
    'steps.0.branch.on',
    [step(1, { gives: [text('kind')], branch: { on: 'kind', to: { a: 'COMPLETED' } } })],
  ],
  [
    'branch-undecided',
    'steps.0.branch.on',
    [step(1, { gives: [choice(['a'], { optional: true })], branch: { on: 'kind', to: { a: 'COMPLETED' } } })],
  ],
  [
    'answer-unhandled',
    'steps.0.branch.to',
    [step(1, { gives: [choice(['a', 'b'])], branch: { on: 'kind', to: { a: 'COMPLETED' } } })],
  ],
  [
    'answer-unknown',
    'steps.0.branch.to.b',
    [step(1, { gives: [choice(['a'])], branch: { on: 'kind', to: { a: 'COMPLETED', b: 'COMPLETED' } } })],
  ],
  ['decision-works', 'steps.0.decision', [step(1, { ...task, ...asks(option('a'), option('b')) })]],
  ['duplicate-option', 'steps.0.decision.options.1.name', [step(1, asks(option('a'), option('a')))]],
  ['reserved-option', 'steps.0.decision.options.1.name', [step(1, asks(option('a'), option('abort')))]],
  [
    'invoking-steps',
    'steps.2.work',
    [step(1, task), step(2, { work: 'invoke', agents: ['a'] }), step(3, { work: 'invoke', agents: ['b'] })],
  ],
  [
    'reading-steps',
    'steps.1.work',
    [1, 2].map((number) => step(number, { gives: [text('skill')], work: 'read-skills', skills: 'skill' })),
  ],
  ['skills-unnamed', 'steps.0.skills', [step(1, { work: 'read-skills', skills: 'none' })]],
  [
    'skills-unnamed',
    'steps.0.skills',
    [step(1, { gives: [text('a', { optional: true })], work: 'read-skills', skills: 'a' })],
  ],
  ['skills-idle', 'steps.0.skills', [step(1, { gives: [text('a')], skills: 'a' })]],
  ['agents-idle', 'steps.0.agents', [step(1, { agents: ['a'] })]],
  ['duplicate-agent', 'steps.1.agents', [step(1, task), step(2, { work: 'invoke', agents: ['a', 'a'] })]],
  ['gives-idle', 'steps.1.gives', [step(1, task), step(2, { work: 'invoke', agents: ['a'], gives: [text('b')] })]],
  ['task-unnamed', 'steps.0.work', [step(1, { work: 'invoke', agents: ['a'] })]],
  ['task-unnamed', 'steps.0.work', [step(1, { work: 'memory' })]],
  // On one of two ways no task is named.
  [
    'task-unnamed',
    'steps.2.work',
    [
      step(1, { gives: [choice(['a', 'b'])], branch: { on: 'kind', to: { a: 'S2', b: 'S3' } } }),
      step(2, task),
      step(3, { work: 'invoke', agents: ['a'] }),
    ],
  ],
  ['skills-unread', 'steps.1.work', [step(1, task), step(2, { work: 'invoke' })]],
  ['results-ungiven', 'steps.0.work', [step(1, { work: 'verify' })]],
  ['requirements-ungiven', 'steps.0.work', [step(1, { work: 'verify' })]],
  ['agents-uninvoked', 'steps.0.work', [step(1, { work: 'verify' })]],
])('%s at %s', (rule, place, steps) => {
  proves('EXE-62', 'EXE-78', 'EXE-80')
  const found = definitionFaults(table(...steps)).find((fault) => fault.rule === rule)
  expect(found?.at.join('.')).toBe(place)
  expect(found?.message).toMatch(/^.*\.$/)
})

test('what has everything, and needs nothing more, is not refused', () => {
  expect([release, audit].flatMap(definitionFaults)).toEqual([])
  expect(definitionFaults(table(step(1)))).toEqual([])
})
