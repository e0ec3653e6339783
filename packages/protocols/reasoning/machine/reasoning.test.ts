import { explore } from '@sigma/protocol'
import { called, decided, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type ReasoningInput, reasoningInputSchema } from './input.ts'
import { reasoning } from './reasoning.ts'

const [skill, dynamic] = ['skill-orchestration', 'dynamic-skill-sequencing'] as const
const rules = [
  { words: ['build', 'make'], route: skill, why: 'One skill builds.' },
  { words: ['C++', 'compare'], route: dynamic, why: 'Several skills look.' },
]

const inputOf = (task: string, rest: Partial<ReasoningInput> = {}): ReasoningInput =>
  reasoningInputSchema.parse({ task, rules, otherwise: null, routes: [skill, dynamic], decisionMs: 1, ...rest })

const routed = (task: string, rest: Partial<ReasoningInput> = {}) => reasoning.start(inputOf(task, rest)).state

test.each([
  ['Build a login', skill],
  ['please MAKE it', skill],
  ['compare the two', dynamic],
  ['is it C++?', dynamic],
  ['rebuild, compared with makers', null],
  ['', null],
])('the task %j takes the route %s, by a word of its own', (task, route) => {
  const state = routed(task === '' ? 'x' : task)
  expect(state).toMatchObject(route === null ? { kind: 'asking' } : { kind: 'over', route })
})

test('the first rule that fits decides, and why is kept with what speaks for another', () => {
  const { state, effects } = reasoning.start(inputOf('build both, then compare'))
  expect(state).toMatchObject({
    route: skill,
    reasons: [
      '"build" stands in the task: One skill builds.',
      `"compare" stands in it, too, and a later rule leads to ${dynamic}.`,
    ],
  })
  expect(effects).toMatchObject([
    { kind: 'end', outcome: 'completed', result: { route: skill, reasons: [{}, {}].map(() => expect.any(String)) } },
  ])
})

test('where no rule fits the route that is set is taken, else a person decides; nothing is guessed', () => {
  expect(routed('x', { otherwise: dynamic })).toMatchObject({ route: dynamic })
  expect(routed('x', { otherwise: 'direct' }).kind).toBe('asking')
  expect(routed('build', { rules: [{ words: ['build'], route: 'direct', why: 'y' }] }).kind).toBe('asking')
  const asking = reasoning.start(inputOf('x'))
  expect(asking.effects).toMatchObject([
    { kind: 'consult', options: [{ name: skill }, { name: dynamic }, { name: 'abort' }] },
  ])
  expect(reasoning.step(asking.state, decided('route', dynamic)).state).toMatchObject({
    route: dynamic,
    reasons: ['ann chose it, for no rule fits.'],
  })
  expect(reasoning.step(asking.state, decided('route', 'abort')).effects).toMatchObject([
    { kind: 'end', outcome: 'aborted' },
  ])
  expect(reasoning.step(asking.state, called('route')).effects).toMatchObject([{ kind: 'refuse' }])
})

test('what is done without a protocol is a route only where it is allowed, and stands in the journal as any other', () => {
  proves('EXE-08')
  const rule = { words: ['typo'], route: 'direct', why: 'Nothing can go wrong.' }
  expect(routed('a typo', { rules: [rule] }).kind).toBe('asking')
  const { state, effects } = reasoning.start(inputOf('a typo', { rules: [rule], routes: [skill, dynamic, 'direct'] }))
  expect(state).toMatchObject({ kind: 'over', route: 'direct' })
  expect(effects).toMatchObject([
    { kind: 'end', outcome: 'completed', result: { route: 'direct', reasons: [expect.stringContaining('Nothing')] } },
  ])
  const asked = reasoning.start(inputOf('x')).effects
  expect(JSON.stringify(asked)).not.toContain('direct')
})

test.each(['x', 'build'])('of the task %s every situation leads to an end', (task) => {
  proves('SIG-10', 'SIG-11')
  const { faults, complete } = explore(reasoning, inputOf(task))
  expect([faults, complete]).toEqual([[], true])
})
