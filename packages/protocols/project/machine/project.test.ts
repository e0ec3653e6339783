/** The stages in their order (DPTR-01), what each is given of the ones before, and what a person decides. */
import type { Consult, Effect, End, Event, Json, Spawn } from '@sigma/protocol'
import { decided, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from './project.ts'
import { type SampleProject, sampleProjectInput } from './sample.ts'
import type { ProjectState } from './state.ts'

import { looked } from './testing/walk.ts'

interface Now {
  readonly state: ProjectState
  readonly effects: readonly Effect[]
}

function after(at: SampleProject, ...events: readonly Event[]): Now {
  return events.reduce<Now>(({ state }, event) => project.step(state, event), project.start(sampleProjectInput(at)))
}

function only<Kind extends Effect['kind']>({ effects }: Now, kind: Kind): Extract<Effect, { readonly kind: Kind }> {
  const [effect, ...more] = effects.filter(
    (each): each is Extract<Effect, { readonly kind: Kind }> => each.kind === kind,
  )
  if (effect === undefined || more.length > 0 || effects.length > 1) throw new Error(JSON.stringify(effects))
  return effect
}
const spawned = (now: Now): Spawn => only(now, 'spawn')
const asked = (now: Now): Consult => only(now, 'consult')
const end = (now: Now): End => only(now, 'end')

const ended = (
  id: string,
  result: Json = {},
  outcome: 'completed' | 'refused' | 'escalated' | 'aborted' = 'completed',
) => ({ kind: 'ended', id, run: `${id}-1`, outcome, result, tick: 0, nonce: `nonce-${id}` }) as const

const blob = (digit: string): string => `sha256:${digit.repeat(64)}`
const designOf = (module: string): { readonly path: string; readonly blob: string } => ({
  path: `memory-bank/modules/${module}/design.md`,
  blob: blob('a'),
})
const designs = ended('design', {
  modules: ['api', 'shop'].map((module) => ({ module, hands: { design: designOf(module) } })),
})
const plan = { path: 'memory-bank/modules/api/tdd_plan.md', blob: blob('b') }
const plansOf = (module: string): Event =>
  ended(`${module}.plan`, { hands: { plan, cycles: [{ id: 'TDD_1' }], batches: [] } })
const builtOf = (module: string, commit: string): Event => ended(`${module}.tdd`, { commit, evidence: `of ${commit}` })
const reviewedOf = (module: string): Event => ended(`${module}.review`, { code: 'VC' })
const [plans, built, reviewed] = [plansOf('api'), (commit: string) => builtOf('api', commit), reviewedOf('api')]
const own = plansOf('module-1')
const ownBuilt = (commit: string): Event => builtOf('module-1', commit)

test('from a wish: design, then plan, build and review of one module after the other, each on what the one before left', () => {
  proves('DPTR-01', 'DPTR-03')
  expect(spawned(after({}))).toMatchObject({
    protocol: 'design',
    input: { base: '1'.repeat(40) },
    at: { step: 'design' },
  })
  expect(spawned(after({}, designs))).toMatchObject({
    protocol: 'plan',
    at: { unit: 'api', step: 'plan' },
    input: { module: 'api', base: '1'.repeat(40), design: designOf('api'), plan: { ...plan, blob: null } },
  })
  const building = spawned(after({}, designs, plans))
  expect(building).toMatchObject({
    protocol: 'tdd',
    input: { module: 'api', base: '1'.repeat(40), plan, cycles: [{ id: 'TDD_1' }], design: designOf('api') },
  })
  expect(spawned(after({}, designs, plans, built('first')))).toMatchObject({
    protocol: 'review',
    input: { module: 'api', base: '1'.repeat(40), commit: 'first', plan, run: 'api.tdd-1' },
  })
  const second = after({}, designs, plans, built('first'), reviewed)
  expect(spawned(second)).toMatchObject({ protocol: 'plan', input: { module: 'shop', base: 'first' } })
  const over = after(
    {},
    designs,
    plans,
    built('first'),
    reviewed,
    plansOf('shop'),
    builtOf('shop', 'second'),
    reviewedOf('shop'),
    looked({ stands: 'still' }),
  )
  expect(end(over)).toMatchObject({ outcome: 'completed', result: { commit: 'second', modules: ['api', 'shop'] } })
})

test('a module that has a design begins with its plan; with audited designs, or a wish, design comes first', () => {
  proves('DPTR-01')
  const input = sampleProjectInput({ modules: 1 })
  expect(spawned(project.start(input)).protocol).toBe('plan')
  expect(spawned(project.start({ ...input, designs: true })).protocol).toBe('design')
})

test('no two stages share a session', () => {
  const sessions = [after({}), after({}, designs), after({}, designs, plans)].map(
    (now) => Object(spawned(now).input).session,
  )
  expect(new Set(sessions).size).toBe(3)
  expect(sessions[1]).toMatch(/^PLAN_20260101T000000Z_sample[a-z0-9]+$/)
})

test('a review that is refused is a person’s to decide; what is accepted so is said at the end, by name', () => {
  proves('DPTR-03')
  const refused = after({ modules: 1 }, own, ownBuilt('first'), ended('module-1.review', {}, 'refused'))
  const { status, options, fallback } = asked(refused)
  expect([status, fallback, options.map(({ name }) => name)]).toEqual([
    'waiting',
    'leave',
    ['accept', 'again', 'leave', 'abort'],
  ])
  const by = (option: string): Now => project.step(refused.state, decided('module-1.decision', option))
  expect(end(by('accept'))).toMatchObject({
    outcome: 'completed',
    summary: expect.stringContaining('ann'),
    result: { commit: 'first' },
  })
  expect(end(by('leave'))).toMatchObject({
    outcome: 'refused',
    result: { commit: 'first' },
    reasons: [{ rule: 'stage-refused' }],
  })
  expect(end(by('abort')).result).not.toHaveProperty('commit')
  expect(spawned(by('again'))).toMatchObject({ protocol: 'review', input: { commit: 'first' } })
})

test('work that is done again begins where it began before, not on what was built in vain', () => {
  const again = after(
    { modules: 1 },
    own,
    ended('module-1.tdd', { commit: 'half' }, 'refused'),
    decided('module-1.decision', 'again'),
  )
  expect(spawned(again)).toMatchObject({ protocol: 'tdd', input: { base: '1'.repeat(40) } })
})

test('what builds nothing and is refused ends the run; what is aborted ends it so; what breaks can be resumed', () => {
  expect(end(after({}, ended('design', {}, 'refused')))).toMatchObject({
    outcome: 'refused',
    reasons: [{ rule: 'stage-ended', remedy: 'sigma why design-1' }],
  })
  expect(end(after({ modules: 1 }, own, ended('module-1.tdd', {}, 'refused')))).toMatchObject({ outcome: 'refused' })
  expect(end(after({}, ended('design', {}, 'aborted')))).toMatchObject({ outcome: 'aborted' })
  expect(asked(after({}, failed('design', 'crash')))).toMatchObject({ status: 'halted', expiryMs: null })
  expect(spawned(after({}, failed('design', 'crash'), decided('decision', 'resume'))).protocol).toBe('design')
  expect(asked(after({}, ended('design', {}, 'escalated')))).toMatchObject({ status: 'escalated' })
})

test('a stage that completes and hands over nothing of use does not go on as if it had', () => {
  for (const result of [
    null,
    {},
    { modules: [] },
    { modules: [{ module: '', hands: {} }] },
    'ACCEPT',
    { outcome: 'completed' },
  ])
    expect(asked(after({}, ended('design', result)))).toMatchObject({
      status: 'halted',
      reasons: [{ rule: 'nothing-handed-over', remedy: 'sigma why design-1' }],
    })
  expect(asked(after({ modules: 1 }, own, ended('module-1.tdd', { commit: 7 })))).toMatchObject({ status: 'halted' })
})
