/** Modules side by side: which begin when, from where, and how they are integrated one by one. */
import type { Consult, Effect, End, Event, Json } from '@sigma/protocol'
import { decided, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from './project.ts'
import { type SampleProject, sampleProjectInput } from './sample.ts'
import type { ProjectState } from './state.ts'

interface Now {
  readonly state: ProjectState
  readonly effects: readonly Effect[]
}

const start = (at: SampleProject): Now => project.start(sampleProjectInput(at))
const then = ({ state }: Now, ...events: readonly Event[]): Now =>
  events.reduce<Now>((now, event) => project.step(now.state, event), { state, effects: [] })

const stamp = { tick: 0, nonce: 'nonce' } as const
const ended = (id: string, result: Json = {}, outcome: 'completed' | 'refused' | 'aborted' = 'completed'): Event => ({
  kind: 'ended',
  id,
  run: `run-of-${id}`,
  outcome,
  result,
  ...stamp,
})
const planned = (module: string): Event => ended(`${module}.plan`, { hands: { cycles: [] } })
const built = (module: string, commit = `${module}'s`): Event =>
  ended(`${module}.tdd`, { commit, evidence: `of ${commit}` })
const through = (module: string, commit?: string): readonly Event[] => [
  planned(module),
  built(module, commit),
  ended(`${module}.review`, { code: 'VC' }),
]
const integrated = (module: string, commit: string): Event => ({
  kind: 'integrated',
  id: `${module}.integrate`,
  commit,
  ...stamp,
})
const judged = (module: string, verdict: 'pass' | 'fail', units?: readonly string[]): Event => ({
  kind: 'judged',
  id: `${module}.check`,
  verdict,
  findings:
    verdict === 'pass'
      ? []
      : [{ rule: 'test-fails', message: 'It fails.', remedy: 'Mend it.', ...(units && { units }) }],
  data: {},
  evidence: 'seen',
  ...stamp,
})
const conflicted = (module: string, branches: readonly string[]): Event => ({
  kind: 'conflicted',
  id: `${module}.integrate`,
  files: ['src/index.js'],
  evidence: null,
  branches,
  commit: 'unfinished',
  ...stamp,
})

/** What is wished for, by id. */
const wishes = ({ effects }: Now): readonly string[] =>
  effects.map((effect) => ('id' in effect ? effect.id : effect.kind))
const inputs = ({ effects }: Now): readonly Json[] =>
  effects.flatMap((effect) => (effect.kind === 'spawn' ? [effect.input] : []))
function the<Kind extends Effect['kind']>({ effects }: Now, kind: Kind): Extract<Effect, { readonly kind: Kind }> {
  const found = effects.find((each): each is Extract<Effect, { readonly kind: Kind }> => each.kind === kind)
  if (found === undefined) throw new Error(JSON.stringify(effects))
  return found
}
const asked = (now: Now): Consult => the(now, 'consult')
const end = (now: Now): End => the(now, 'end')

const base = '1'.repeat(40)
const two = start({ modules: 2, free: 2 })

test('modules that need nothing of one another begin side by side at the base, as many as may; others wait', () => {
  expect(wishes(two)).toEqual(['module-1.plan', 'module-2.plan'])
  expect(inputs(two)).toMatchObject([{ base }, { base }])
  expect(wishes(start({ modules: 2, free: 2, atOnce: 1 }))).toEqual(['module-1.plan'])
  expect(wishes(start({ modules: 2 }))).toEqual(['module-1.plan'])
  expect(wishes(start({ modules: 3, free: 3 }))).toEqual(['module-1.plan', 'module-2.plan'])
  const [one, other] = inputs(two).map((input) => Object(input).session)
  expect(one).not.toBe(other)
})

test('the first that is built and reviewed is the trunk; what comes later is merged into it, and the joint suite decides', () => {
  proves('DPTR-101')
  const first = then(two, ...through('module-2'))
  expect(wishes(first)).toEqual([])
  const merging = then(first, ...through('module-1'))
  expect(the(merging, 'integrate').branches).toEqual([
    { name: 'module-2', commit: "module-2's" },
    { name: 'module-1', commit: "module-1's" },
  ])
  const measuring = then(merging, integrated('module-1', 'both'))
  expect(the(measuring, 'check')).toMatchObject({
    gate: 'joint',
    commit: 'both',
    parameters: {
      unit: 'module',
      parts: [
        { name: 'module-2', accepted: { commit: "module-2's", evidence: "of module-2's" }, from: { commit: base } },
        { name: 'module-1', accepted: { commit: "module-1's", evidence: "of module-1's" }, from: { commit: base } },
      ],
    },
  })
  expect(end(then(measuring, judged('module-1', 'pass')))).toMatchObject({
    outcome: 'completed',
    result: {
      commit: 'both',
      stands: [
        { module: 'module-1', stands: 'done' },
        { module: 'module-2', stands: 'done' },
      ],
    },
  })
})

test('what needs others begins when they are integrated, from a commit that holds them', () => {
  const both = then(start({ modules: 3, free: 2 }), ...through('module-1'), ...through('module-2'))
  expect(wishes(both)).toEqual(['module-2.integrate'])
  expect(wishes(then(both, integrated('module-2', 'both')))).toEqual(['module-2.check'])
  const third = then(both, integrated('module-2', 'both'), judged('module-2', 'pass'))
  expect(inputs(third)).toMatchObject([{ module: 'module-3', base: 'both' }])
  // Nothing came in meanwhile: it stands on the trunk as it was measured.
  expect(end(then(third, ...through('module-3')))).toMatchObject({
    outcome: 'completed',
    result: { commit: "module-3's" },
  })
})

test('one integration at a time: what is built meanwhile waits in the queue', () => {
  const three = then(start({ modules: 3, free: 3, atOnce: 3 }), ...through('module-1'), ...through('module-2'))
  const queued = then(three, ...through('module-3'))
  expect(wishes(queued)).toEqual([])
  const next = then(queued, integrated('module-2', 'two'), judged('module-2', 'pass'))
  expect(the(next, 'integrate').branches).toEqual([
    { name: 'module-1, module-2', commit: 'two' },
    { name: 'module-1', commit: "module-1's" },
    { name: 'module-2', commit: "module-2's" },
    { name: 'module-3', commit: "module-3's" },
  ])
})

test('what was integrated before a module began is no party to what does not fit; what a person merged is one', () => {
  const first = then(start({ modules: 4, free: 4, returns: 0 }), ...through('module-1'))
  // The third begins now, on what the first left.
  const merged = then(
    first,
    ...through('module-2'),
    conflicted('module-2', ['module-1', 'module-2']),
    { kind: 'restored', id: 'module-2.lay', ...stamp },
    { ...decided('module-2.merge', 'merged'), input: { commit: 'by-hand' }, ...stamp },
    judged('module-2', 'pass'),
  )
  const third = then(merged, ...through('module-3'))
  expect(the(third, 'integrate').branches).toEqual([
    { name: 'module-2', commit: 'by-hand' },
    { name: 'module-3', commit: "module-3's" },
  ])
  const measuring = then(third, integrated('module-3', 'three'))
  expect(the(measuring, 'check').parameters).toMatchObject({
    parts: [
      { name: 'module-2', accepted: { commit: 'by-hand', evidence: 'seen' }, from: { commit: base } },
      { name: 'module-3', from: { commit: "module-1's" } },
    ],
  })
})

/** Built, reviewed, and on its way into what the first left. */
const merging = then(two, ...through('module-1'), ...through('module-2'))

test.each([
  ['a conflict', [conflicted('module-2', ['module-1', 'module-2'])], 'conflict'],
  [
    'a joint suite that fails',
    [integrated('module-2', 'both'), judged('module-2', 'fail', ['module-1', 'module-2'])],
    'combined-run-failed',
  ],
])('%s goes back to the module that came later, with a finding that names both', (_, events, rule) => {
  proves('DPTR-102')
  const again = then(merging, ...events)
  expect(wishes(again)).toEqual(['module-2.tdd'])
  expect(inputs(again)).toMatchObject([
    {
      module: 'module-2',
      base: "module-1's",
      refused: expect.arrayContaining([
        expect.objectContaining({ rule, message: expect.stringContaining('module-1 and module-2') }),
      ]),
    },
  ])
  const after = then(again, built('module-2', 'anew'), ended('module-2.review'))
  expect(end(after)).toMatchObject({ outcome: 'completed', result: { commit: 'anew' } })
})

test('of more than two only those are named that bring it about; where nobody can tell, all', () => {
  const three = then(
    start({ modules: 3, free: 3, atOnce: 3, returns: 0 }),
    ...through('module-1'),
    ...through('module-2'),
    integrated('module-2', 'two'),
    judged('module-2', 'pass'),
    ...through('module-3'),
    integrated('module-3', 'three'),
  )
  const reasons = (units?: readonly string[]): Consult['reasons'] => {
    const laid = then(three, judged('module-3', 'fail', units), { kind: 'restored', id: 'module-3.lay', ...stamp })
    return asked(laid).reasons
  }
  expect(reasons(['module-2', 'module-3'])[0]).toMatchObject({ units: ['module-2', 'module-3'] })
  expect(reasons()[0]).toMatchObject({ units: ['module-1', 'module-2', 'module-3'] })
})

const spent = then(
  start({ modules: 2, free: 2, returns: 0 }),
  ...through('module-1'),
  ...through('module-2'),
  conflicted('module-2', ['module-1', 'module-2']),
)

test('where it may not be built again a person has three ways, in a workspace that is laid for them', () => {
  proves('DPTR-102')
  expect(the(spent, 'restore')).toMatchObject({ commit: 'unfinished', workspace: 'module2-merge', for: 'person' })
  const laid = then(spent, { kind: 'restored', id: 'module-2.lay', ...stamp })
  expect(asked(laid)).toMatchObject({ status: 'escalated', fallback: 'abort', at: { workspace: 'module2-merge' } })
  expect(asked(laid).options.map(({ name }) => name)).toEqual(['extend', 'merged', 'abort'])
  const by = (option: string, input: Json = null): Now =>
    then(laid, { ...decided('module-2.merge', option), input, ...stamp })
  expect(inputs(by('extend'))).toMatchObject([{ module: 'module-2', base: "module-1's" }])
  expect(end(by('abort'))).toMatchObject({
    outcome: 'aborted',
    result: { stands: [{ stands: 'done' }, { stands: 'not integrated' }] },
  })
  expect(end(by('abort')).result).not.toHaveProperty('commit')
  const measuring = by('merged', { commit: 'by-hand' })
  expect(the(measuring, 'check')).toMatchObject({ commit: 'by-hand' })
  expect(end(then(measuring, judged('module-2', 'pass')))).toMatchObject({
    outcome: 'completed',
    result: { commit: 'by-hand' },
  })
  expect(asked(then(measuring, judged('module-2', 'fail'))).options).toHaveLength(3)
  expect(asked(by('merged')).reasons).toContainEqual(expect.objectContaining({ rule: 'merge-without-commit' }))
})

test('a workspace that cannot be laid leaves two ways; what Sigma could not do is tried again', () => {
  expect(asked(then(spent, failed('module-2.lay', 'crash'))).options.map(({ name }) => name)).toEqual([
    'extend',
    'abort',
  ])
  for (const [id, ...before] of [['module-2.integrate'], ['module-2.check', integrated('module-2', 'both')]] as const) {
    const halted = then(merging, ...before, failed(id, 'crash'))
    expect(asked(halted)).toMatchObject({ status: 'halted', expiryMs: null })
    expect(wishes(then(halted, decided('module-2.merge', 'resume')))).toEqual([id])
  }
})

test('what a person left refused is handed over, told as refused, and nothing is built on it', () => {
  const left = then(
    start({ modules: 3, free: 2 }),
    planned('module-1'),
    built('module-1'),
    ended('module-1.review', {}, 'refused'),
    decided('module-1.decision', 'leave'),
    ...through('module-2'),
    integrated('module-2', 'both'),
    judged('module-2', 'pass'),
  )
  expect(end(left)).toMatchObject({
    outcome: 'refused',
    reasons: [{ rule: 'stage-refused' }, { rule: 'module-not-begun' }],
    result: {
      commit: 'both',
      stands: [{ stands: 'refused' }, { stands: 'done' }, { stands: 'not begun' }],
    },
  })
  expect(end(left).summary).toMatch(
    /module-1 .* left it so\. module-2 is done\. module-3 was not begun, for module-1 is not done\./,
  )
})

test('a stage that a person aborts ends the run, the other modules with it, and each is told as it stands', () => {
  const over = then(two, ended('module-1.plan', {}, 'aborted'))
  expect(end(over)).toMatchObject({
    outcome: 'aborted',
    result: { stands: [{ stands: 'not integrated' }, { stands: 'not integrated' }] },
  })
})

test('only a module that nothing grows beside is carried over where the person’s branch has moved', () => {
  const buildOf = (at: SampleProject): Json => inputs(then(start(at), planned('module-1')))[0] ?? null
  expect(buildOf({ modules: 2 })).toHaveProperty('target', 'refs/heads/main')
  expect(buildOf({ modules: 1 })).toHaveProperty('target')
  expect(buildOf({ modules: 3, free: 2 })).not.toHaveProperty('target')
})
