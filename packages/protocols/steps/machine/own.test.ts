/** Definitions of a project's own: loops, branches and decisions, walked by the same machine. */
import { explore } from '@sigma/protocol'
import { decided, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audit, release, soundDefinitions } from '../testing/definitions.ts'
import { PlayedSession } from '../testing/played.ts'
import type { Definition } from './definition.ts'
import { definitionFaults } from './faults.ts'
import { sampleSession } from './sample.ts'
import { invocationDue, type StepsState } from './state.ts'
import { steps } from './steps.ts'

const small = { reissues: 1, verdicts: 1, questions: 0 } as const

test.each([release, audit])(
  '$route is sound: no dead end, no loop without a bound, and an end from everywhere',
  (definition) => {
    proves('EXE-80', 'SIG-10', 'SIG-11')
    expect(definitionFaults(definition)).toEqual([])
    const { faults, complete } = explore(steps, sampleSession({ ...small, definition }))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)

test('a branch leads where the output says, and takes no other value', () => {
  proves('EXE-27', 'EXE-78')
  const session = new PlayedSession({ definition: release })
  expect(session.step(1, { result: 'odd' }).reply).toMatchObject({
    outcome: 'unmet',
    reasons: [{ rule: 'output-lacks', message: expect.stringContaining('one of "sound", "broken", "nothing"') }],
  })
  expect(session.step(1, { result: 'sound', notes: 3 }).reply.outcome).toBe('unmet')
  expect(session.step(1, { result: 'sound' }).reply.directive).toMatchObject({ step: 3, name: 'ASK' })
  const ended = new PlayedSession({ definition: release }).step(1, { result: 'nothing' })
  expect(ended.reply.directive).toMatchObject({ step: null })
  expect(ended.call('complete').state).toMatchObject({ kind: 'over', outcome: 'completed' })
})

test('a loop is taken as often as it may be, then leads on; each round has an output of its own', () => {
  proves('EXE-78', 'EXE-80')
  const session = new PlayedSession({ definition: release })
  for (const round of [1, 2]) {
    session.step(1, { result: 'broken' }).step(2)
    const file = `release-1f2e3d4c-5b6-step-2${round === 1 ? '' : `-round-${round}`}-output.json`
    expect(session.reply.wants?.file).toBe(`protocols/execution/release/state/${file}`)
    expect(session.step(2, { changed: ['x'] }).reply.directive).toMatchObject({ step: 1, name: 'CHECK' })
  }
  session.step(1, { result: 'broken' }).step(2, { changed: ['y'] })
  expect(session.reply.directive).toMatchObject({ step: 3, name: 'ASK' })
  expect(session.state).toMatchObject({ path: [1, 2, 1, 2, 1, 2], turns: { MEND: 2 } })
})

/** At the question of the step ASK. */
const asking = () => new PlayedSession({ definition: release }).step(1, { result: 'sound' }).step(3)

test('a decision waits for a person, and what is chosen says where it leads; the same command then tells of it', () => {
  proves('EXE-80')
  const session = asking()
  expect(session.refusal).toMatchObject({ rule: 'waits-for-person' })
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    question: 'Is it to be released?',
    status: 'waiting',
    fallback: 'abort',
    options: [{ name: 'release', consequence: 'It is published.' }, { name: 'mend' }, { name: 'abort' }],
  })
  expect(session.step(3).refusal).toMatchObject({ rule: 'waits-for-person' })
  session.happen(decided('decision', 'release'))
  expect(session.state).toMatchObject({ kind: 'due', at: 4, path: [1, 3] })
  expect(session.state.outputs[1]).toEqual({ decision: 'release', decided_by: 'ann' })
  expect(session.step(3).reply).toMatchObject({ outcome: 'repeated', directive: { step: 4, name: 'PUBLISH' } })
})

test('a loop without a way on, taken as often as it may be, is a person’s to go on with', () => {
  proves('EXE-80')
  const session = asking()
    .happen(decided('decision', 'mend'))
    .step(2, { changed: ['x'] })
  session.step(1, { result: 'sound' }).step(3).happen(decided('decision', 'mend'))
  expect(session.state).toMatchObject({ kind: 'asking', asking: { about: 'loop' } })
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    status: 'escalated',
    reasons: [{ rule: 'loop-spent', message: expect.stringContaining('step 2 (MEND)') }],
  })
  for (const number of [0, 2, 3]) expect(session.step(number).refusal).toMatchObject({ rule: 'waits-for-person' })
  expect(session.happen(decided('decision', 'again')).state).toMatchObject({
    kind: 'due',
    at: 2,
    turns: { 'ASK mend': 1 },
  })
})

test('whoever saw a step due that a loop came back to since is refused: its output was for the round before', () => {
  proves('EXE-55', 'EXE-65')
  const session = new PlayedSession({ definition: release })
  session.step(1, { result: 'broken' }, { seen: 0 }).step(2, { changed: ['x'] }, { seen: 1 })
  expect(session.step(1, { result: 'nothing' }, { seen: 0 }).refusal).toMatchObject({ rule: 'step-taken' })
  expect(session.step(2, null, { seen: 2 }).reply).toMatchObject({ outcome: 'repeated', directive: { step: 1 } })
  expect(session.step(1, { result: 'sound' }, { seen: 2 }).reply.outcome).toBe('completed')
})

test('agents that a step names work by its text, in each round anew, and what they left before is no memory of it', () => {
  proves('EXE-62', 'EXE-63', 'EXE-82')
  const session = new PlayedSession({ definition: audit }).step(1, { title: 'It' })
  const look = () => {
    session.step(2, null, { own: 'Look well.' })
    expect(session.effects).toMatchObject([
      {
        kind: 'check',
        gate: 'skills',
        parameters: { skills: [], own: { name: 'look', text: 'Look well.', agents: ['reader', 'critic'] } },
      },
    ])
    session.found(['look'])
    expect(session.effects).toMatchObject([{ kind: 'ask', role: 'reader' }])
  }
  look()
  session.agentDone().agentDone()
  expect(session.state.outputs[1]).toMatchObject({ agents: [{ agent: 'reader' }, { agent: 'critic' }] })
  session.step(3, { enough: false })
  look()
  session.agent('AD')
  expect(session.effects).toMatchObject([
    { kind: 'check', gate: 'memory', parameters: { agent: 'reader', since: 'c' } },
  ])
  session.memory('pass').agentDone()
  expect(session.state).toMatchObject({ at: 3, before: 2, memories: [{}, {}, {}, {}] })
})

test('no sound definition gets stuck: from every situation there is a way to an end, and the machine keeps to its table', () => {
  proves('EXE-64', 'EXE-80')
  fc.assert(
    fc.property(soundDefinitions, (definition) => {
      expect(definitionFaults(definition)).toEqual([])
      const { faults } = explore(steps, sampleSession({ ...small, definition }))
      expect(faults).toEqual([])
    }),
    { numRuns: 10 },
  )
})

test('whatever a follower and a person do on any sound definition, the session ends after a bounded number of steps', () => {
  proves('EXE-80')
  fc.assert(
    fc.property(soundDefinitions, fc.array(fc.nat(), { minLength: 400, maxLength: 400 }), (definition, choices) => {
      const session = new PlayedSession({ definition, reissues: 3 })
      for (const choice of choices) {
        if (session.state.kind === 'over') break
        move(session, choice)
      }
      expect(session.state.kind).toBe('over')
    }),
    { numRuns: 100 },
  )
})

/** The step that is due, with any of its values; a person who is asked takes any option, but goes round no further. */
function move(session: PlayedSession, choice: number): void {
  const { state } = session
  if (state.kind === 'asking') {
    const options = state.asking.about === 'choice' ? optionsIn(state) : ['abort']
    session.happen(decided('decision', options[choice % options.length] ?? 'abort'))
    return
  }
  const row = state.input.definition.steps[state.at - 1]
  if (row === undefined) session.call('complete')
  else session.step(row.number, { said: 'x', kind: ['a', 'b', 'c'][choice % 3] ?? 'a' })
}

const optionsIn = ({ input, at }: StepsState): readonly string[] =>
  input.definition.steps[at - 1]?.decision?.options.map(({ name }) => name) ?? []

type Breaks = (steps: Definition['steps'], at: number) => readonly object[]
const row =
  (rest: object): Breaks =>
  (steps, at) =>
    steps.map((step, index) => (index === at ? { ...step, ...rest } : step))

/** What makes any definition one that is refused, wherever in it. */
const breaking: readonly (readonly [string, Breaks])[] = [
  [
    'number-missing',
    (steps, at) => steps.map((step, index) => (index >= at ? { ...step, number: step.number + 1 } : step)),
  ],
  ['duplicate-number', (steps, at) => steps.flatMap((step, index) => (index === at ? [step, step] : [step]))],
  ['reserved-name', row({ name: 'COMPLETED' })],
  ['unknown-transition', row({ branch: undefined, decision: undefined, next: 'NOWHERE' })],
  [
    'unbounded-loop',
    (steps) => [
      ...steps,
      { number: steps.length + 1, name: 'LAST', label: 'x', gives: [], work: 'none', next: 'STEP_1' },
    ],
  ],
  [
    'dead-end',
    (steps) =>
      [
        ...steps,
        {
          number: steps.length + 1,
          name: 'LAST',
          label: 'x',
          gives: [],
          work: 'none',
          next: { to: 'STEP_1', times: 2 },
        },
      ].map((step) => ('next' in step ? step : { ...step, branch: undefined, decision: undefined })),
  ],
  [
    'loop-to-itself',
    (steps, at) => row({ branch: undefined, decision: undefined, next: { to: `STEP_${at + 1}`, times: 2 } })(steps, at),
  ],
  [
    'step-unreachable',
    (steps) => [
      { number: 1, name: 'FIRST', label: 'x', gives: [], work: 'none', next: 'COMPLETED' },
      ...steps.map(({ name, label, number }) => ({ number: number + 1, name, label, gives: [], work: 'none' })),
    ],
  ],
  [
    'branch-undecided',
    row({ decision: undefined, next: undefined, branch: { on: 'nothing', to: { a: 'COMPLETED' } } }),
  ],
  [
    'answer-unhandled',
    row({
      decision: undefined,
      gives: [{ name: 'kind', kind: 'choice', values: ['a', 'b'], says: 'x' }],
      branch: { on: 'kind', to: { a: 'COMPLETED' } },
    }),
  ],
  [
    'answer-unknown',
    row({
      decision: undefined,
      gives: [{ name: 'kind', kind: 'choice', values: ['a'], says: 'x' }],
      branch: { on: 'kind', to: { a: 'COMPLETED', b: 'COMPLETED' } },
    }),
  ],
]

test.each(breaking)('any definition with %s is refused, wherever it is', (rule, breaks) => {
  proves('EXE-78', 'EXE-80')
  fc.assert(
    fc.property(soundDefinitions, fc.nat(), (sound, place) => {
      // as: what is wrong with it is what is looked for.
      const definition = { ...sound, steps: breaks(sound.steps, place % sound.steps.length) } as Definition
      expect(definitionFaults(definition).map((fault) => fault.rule)).toContain(rule)
    }),
  )
})

test('nobody works in a step that names no agent', () => {
  proves('EXE-62', 'EXE-63')
  const session = new PlayedSession({ definition: release }).step(1, { result: 'sound' })
  expect(invocationDue(session.state)).toBe(null)
})
