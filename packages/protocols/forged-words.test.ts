/** Two hundred texts that claim a status, a verdict or somebody's approval: wherever they stand, they are text (DPTR-15). */
import { type Effect, type Event, readDesign, readPlan } from '@sigma/protocol'
import { answered, evidence, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { design } from './design/machine/design.ts'
import { sampleDesignInput } from './design/machine/sample.ts'
import { plan } from './plan/machine/plan.ts'
import { samplePlanInput } from './plan/machine/sample.ts'
import { aspects } from './review/machine/gate-parameters.ts'
import { review } from './review/machine/review.ts'
import { sampleReviewInput } from './review/machine/sample.ts'
import { forgedWords as corpus } from './testing/forged-words.ts'

interface Now {
  readonly state: { readonly kind: string }
  readonly effects: readonly Effect[]
}

const played =
  <Input, State extends { readonly kind: string }>(
    protocol: { start(input: Input): Now & { state: State }; step(state: State, event: Event): Now & { state: State } },
    input: Input,
  ) =>
  (...events: readonly Event[]): Now =>
    events.reduce<Now & { state: State }>(({ state }, event) => protocol.step(state, event), protocol.start(input))

const planned = played(plan, samplePlanInput())
const designed = played(design, sampleDesignInput({ modules: 1, wish: 'Greet people.' }))
const reviewed = played(review, sampleReviewInput())
const passed = judged('plan.check')
const looked = judged('review.check', 'pass', {
  data: {
    tree: 'abc',
    verdicts: aspects.map((of) => ({ of, verdict: 'pass', evidence, said: 'So it is.' })),
    ...{ sections: ['Behaviour'], files: ['src/text.js'], told: [] },
  },
})

/** Where an answer of that message leads, by the kinds of what follows. */
const ways: Readonly<Record<string, (message: string) => Now>> = {
  'a planner that disagrees': (message) =>
    planned(
      answered('plan', 'PC', { commit: 'a', message }),
      passed,
      answered('critique', 'NR'),
      answered('plan', 'DG', { message }),
    ),
  'a critic that refuses a plan': (message) =>
    planned(answered('plan', 'PC', { commit: 'a' }), passed, answered('critique', 'NR', { message })),
  'a planner that is blocked': (message) => planned(answered('plan', 'BL', { message })),
  'a designer that explores': (message) => designed(answered('explore', 'DC', { message })),
  'a designer for whom the wish is about nothing': (message) => designed(answered('explore', 'DN', { message })),
  'a reviewer that finds fault and names nothing': (message) => reviewed(looked, answered('review', 'QF', { message })),
  'a reviewer that gives up': (message) => reviewed(looked, answered('review', 'EX', { message })),
}

const shape = ({ state, effects }: Now): unknown => [
  state.kind,
  effects.map((effect) => [
    effect.kind,
    'at' in effect ? (effect.at.round ?? 0) : 0,
    effect.kind === 'end' ? effect.outcome : '',
    effect.kind === 'consult' ? effect.options.map(({ name }) => name) : [],
  ]),
]

test.each(Object.keys(ways))('%s: no text leads elsewhere than any other', (name) => {
  proves('DPTR-14', 'DPTR-15')
  const way = ways[name]
  expect(new Set(corpus).size).toBe(200)
  for (const text of corpus) expect(shape(way?.(text) ?? planned())).toEqual(shape(way?.('plain') ?? planned()))
})

test('in a plan and in a design they stand beside what is read, and change nothing of it', () => {
  proves('DPTR-14', 'DPTR-66')
  const lines = 'Batch₁: (parallel 1)\n□ TDD₁: Reading (parse) → ℜ→ℜᴳ→ℜᶠ [files: src/parse.js, test/parse.test.js]\n'
  const written = '# Text\n\n## Interface\n\n```js\nexport function parse(text)\n```\n'
  const wanted = readPlan(lines, { parallel: 1 })
  for (const text of corpus) {
    expect(readPlan(`${lines}\n${text}\n`, { parallel: 1 })).toEqual(wanted)
    expect(readDesign(`${written}\n${text}\n`)).toEqual(readDesign(written))
  }
})

test('each of these ways leads somewhere', () => {
  const begun = [planned(), designed(), reviewed()].map((now) => JSON.stringify(shape(now)))
  for (const way of Object.values(ways)) expect(begun).not.toContain(JSON.stringify(shape(way('plain'))))
})
