/** Definitions of step protocols for tests: one that has everything, and any sound one at random. */
import fc from 'fast-check'
import {
  completed,
  type Definition,
  definitionSchema,
  type StepRow,
  type Target,
  typeOf,
} from '../machine/definition.ts'

/** A procedure with a loop, a branch and a decision, and no agent. */
export const release: Definition = ownDefinition('release', [
  {
    number: 1,
    name: 'CHECK',
    label: 'Check what is to be released',
    gives: [
      { name: 'result', kind: 'choice', values: ['sound', 'broken', 'nothing'], says: 'how it stands' },
      { name: 'notes', kind: 'text', says: 'what was seen', optional: true },
    ],
    branch: { on: 'result', to: { sound: 'ASK', broken: 'MEND', nothing: completed } },
  },
  {
    number: 2,
    name: 'MEND',
    label: 'Mend what is broken',
    gives: [{ name: 'changed', kind: 'texts', says: 'what was changed' }],
    next: { to: 'CHECK', times: 2, after: 'ASK' },
  },
  {
    number: 3,
    name: 'ASK',
    label: 'Ask whether it is released',
    decision: {
      question: 'Is it to be released?',
      options: [
        { name: 'release', consequence: 'It is published.', next: 'PUBLISH' },
        { name: 'mend', consequence: 'It is mended once more.', next: { to: 'MEND', times: 1 } },
      ],
    },
  },
  {
    number: 4,
    name: 'PUBLISH',
    label: 'Publish it',
    gives: [{ name: 'summary', kind: 'text', says: 'what was done' }],
  },
])

/** With agents that work in a loop: the step's own text is what they work by. */
export const audit: Definition = ownDefinition('audit', [
  {
    number: 1,
    name: 'BEGIN',
    label: 'Name what is looked at',
    gives: [{ name: 'title', kind: 'text', says: 'its name' }],
    work: 'task-id',
  },
  { number: 2, name: 'LOOK', label: 'Look at it', work: 'invoke', agents: ['reader', 'critic'] },
  {
    number: 3,
    name: 'JUDGE',
    label: 'Say whether it is enough',
    gives: [{ name: 'enough', kind: 'boolean', says: 'whether anything is left to look at' }],
    branch: { on: 'enough', to: { true: completed, false: { to: 'LOOK', times: 1 } } },
  },
])

function ownDefinition(route: string, steps: readonly object[]): Definition {
  return definitionSchema.parse({ route, type: typeOf(route), folder: route, steps })
}

const nameOf = (number: number): string => `STEP_${number}`

/** Sound definitions of up to six steps: each leads to the next one on one way at least, and anywhere else on others. */
export const soundDefinitions: fc.Arbitrary<Definition> = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => stepsOf(at + 1, count))))
  .map((steps) => ownDefinition('random', steps))

type Row = Pick<StepRow, 'number' | 'name' | 'label'> & Partial<StepRow>

function stepsOf(number: number, count: number): fc.Arbitrary<Row> {
  const state = (at: number): string => (at > count ? completed : nameOf(at))
  const ahead = fc.integer({ min: number + 1, max: count + 1 }).map(state)
  const back = fc.record(
    {
      to: fc.integer({ min: 1, max: Math.max(1, number - 1) }).map(state),
      times: fc.integer({ min: 1, max: 2 }),
      after: ahead,
    },
    { requiredKeys: ['to', 'times'] },
  )
  const anywhere: fc.Arbitrary<Target> = number === 1 ? ahead : fc.oneof(ahead, back)
  const following = state(number + 1)
  const row = { number, name: nameOf(number), label: `Do ${number}` }
  return fc.oneof(
    fc.constant<Row>(row),
    fc.constant<Row>({ ...row, gives: [{ name: 'said', kind: 'text', says: 'anything' }] }),
    fc.tuple(anywhere, anywhere).map(
      ([one, other]): Row => ({
        ...row,
        gives: [{ name: 'kind', kind: 'choice', values: ['a', 'b', 'c'], says: 'which' }],
        branch: { on: 'kind', to: { a: following, b: one, c: other } },
      }),
    ),
    anywhere.map(
      (other): Row => ({
        ...row,
        decision: {
          question: 'Which?',
          options: [
            { name: 'on', consequence: 'It goes on.', next: following },
            { name: 'other', consequence: 'It goes elsewhere.', next: other },
          ],
        },
      }),
    ),
  )
}
