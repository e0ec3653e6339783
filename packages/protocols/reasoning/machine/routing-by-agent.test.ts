/** An agent that chooses where no rule fits: its word counts only in one form, and only so often. */
import { type Effect, explore } from '@sigma/protocol'
import { answered, decided, failed, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasoning } from './reasoning.ts'
import { type SampleReasoning, sampleReasoning } from './sample.ts'

const [skill, dynamic] = ['skill-orchestration', 'dynamic-skill-sequencing'] as const

const begun = (sample: SampleReasoning = {}) => reasoning.start(sampleReasoning({ router: true, ...sample }))

/** Where answers of the agent lead, by their messages. */
const after = (sample: SampleReasoning, ...messages: readonly string[]) =>
  messages.reduce(({ state }, message) => reasoning.step(state, answered('router', 'RT', { message })), begun(sample))

const only = <Kind extends Effect['kind']>(effects: readonly Effect[], kind: Kind): Extract<Effect, { kind: Kind }> => {
  const [effect] = effects
  // as: its kind was looked at.
  return effects.length === 1 && effect?.kind === kind ? (effect as Extract<Effect, { kind: Kind }>) : expect.fail()
}

test('rules come first: the agent is asked where none fits, and may write nothing', () => {
  const rules = [{ words: ['task'], route: skill, why: 'So it is.' }]
  expect(begun({ rules }).state).toMatchObject({ kind: 'over', route: skill })
  const ask = only(begun().effects, 'ask')
  expect(ask).toMatchObject({ role: 'router', writes: [], codes: ['RT', 'UN'] })
  expect(ask.brief.parameters).toMatchObject({
    task: 'a task',
    routes: [{ route: skill }, { route: dynamic }],
    skills: [{ name: 'build', kind: 'composite' }],
  })
})

test('a route with a reason is taken, and the reason is kept', () => {
  const { state, effects } = after({}, `${dynamic}: Two skills look,\n one after the other.`)
  const reasons = ['The router chose it: Two skills look, one after the other.']
  expect(state).toMatchObject({ kind: 'over', route: dynamic, reasons })
  expect(only(effects, 'end')).toMatchObject({ outcome: 'completed', result: { route: dynamic, reasons, step: 4 } })
})

test.each([
  '',
  skill,
  `${skill}:`,
  `${skill}: `,
  `Take ${skill}: it fits.`,
  `${skill} because it fits`,
  'direct: it is trivial.',
  'skill-orchestrations: it fits.',
  `\u200b${skill}: it fits.`,
  `${skill.toUpperCase()}: it fits.`,
  `${dynamic}, or ${skill}: both fit.`,
])('%j names no route: it is refused, and the agent is asked again with the reason', (message) => {
  const { state, effects } = after({ tries: 2 }, message)
  expect(state).toMatchObject({ kind: 'choosing', left: 1 })
  expect(only(effects, 'ask').brief.refused).toMatchObject([
    { rule: 'no-route-named', remedy: expect.stringContaining(`${skill}, ${dynamic}`) },
  ])
})

test('its answers are bounded; then the route that is set is taken, else a person decides', () => {
  const silent = ['no', 'no', 'no']
  expect(after({ tries: 3, otherwise: dynamic }, ...silent).state).toMatchObject({
    route: dynamic,
    reasons: [
      'No rule fits, and this route is set for all other tasks.',
      expect.stringContaining('None of its 3 answers has the form'),
    ],
  })
  const { state, effects } = after({ tries: 3 }, ...silent)
  expect(state.kind).toBe('asking')
  expect(only(effects, 'consult')).toMatchObject({
    question: expect.stringContaining('The router named no route.'),
    options: [{ name: skill }, { name: dynamic }, { name: 'again' }, { name: 'abort' }],
    status: 'waiting',
  })
  expect(reasoning.step(state, decided('route', skill)).state).toMatchObject({
    route: skill,
    reasons: ['ann chose it, for no rule fits.', expect.stringContaining('The router named no route.')],
  })
  expect(reasoning.step(state, decided('route', 'again')).state).toMatchObject({ kind: 'choosing', left: 3 })
})

test('an agent that cannot choose, gives up or fails has chosen nothing', () => {
  const { state } = begun()
  const why = (event: Parameters<typeof reasoning.step>[1]) => only(reasoning.step(state, event).effects, 'consult')
  expect(why(answered('router', 'UN', { message: 'Both fit.' })).question).toBe(
    'The router could not choose: Both fit. Which one?',
  )
  expect(why(answered('router', 'BL', { message: 'No key.' })).question).toContain('gave up (BL): No key.')
  expect(why(failed('router', 'crash')).question).toContain('failed (crash)')
  expect(why(failed('router', 'late'))).toMatchObject({
    status: 'escalated',
    options: [{}, {}, { name: 'extend' }, {}],
  })
})

test('no text of an agent leads anywhere but to a route that there is, with a reason, or nowhere', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(skill, dynamic, 'direct', ': ', ':', '\n', 'because', '\u001b[2J'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { state } = after({ tries: 1 }, pieces.join(''))
      if (state.kind === 'over') {
        expect([skill, dynamic]).toContain(state.route)
        expect(pieces.join('').trim().startsWith(`${state.route}:`)).toBe(true)
        expect(state.reasons.join('').length).toBeGreaterThan('The router chose it: '.length)
      } else expect(state.kind).toBe('asking')
    }),
  )
})

const samples: readonly SampleReasoning[] = [
  { tries: 1 },
  { tries: 3 },
  { tries: 2, otherwise: dynamic },
  { tries: 2, routes: [skill, dynamic, 'direct'] },
]

test.each(samples)('at %j every situation leads to an end', (sample) => {
  proves('SIG-10', 'SIG-11')
  const { faults, complete } = explore(reasoning, sampleReasoning({ router: true, ...sample }))
  expect([faults, complete]).toEqual([[], true])
})
