/** What stands on the command lines of step protocols, and what is printed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Asked, Conversing, History, RunView } from '@sigma/engine'
import { type Json, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { stateText } from '../files/state-text.ts'
import { definitionOf, routes } from '../machine/built-in.ts'
import { stepsInputSchema } from '../machine/input.ts'
import { contentFile } from '../machine/paths.ts'
import { builtInContent } from '../prompts/contents.ts'
import { RecordedSession } from '../testing/journal.ts'
import { dispatch } from './begin.ts'
import { complete, step } from './conversations.ts'
import { givenOutput } from './given-output.ts'
import { listRoutes } from './routes.ts'
import { toldInstead, toldOf } from './told.ts'

const nobody: History = {
  runs: () => [],
  run: () => null,
  events: () => [],
  verdicts: () => [],
  blob: () => new Uint8Array(),
}

// as: what these commands ask of whoever plays them, and nothing else.
const asked = (flags: Asked['flags'], rest: Partial<Asked> = {}, settings = {}): Asked =>
  ({
    subject: '',
    flags,
    place: { root: '/none', globsInRepository: (globs: readonly string[]) => globs },
    config: { steps: settings, guarded: [], limits: { asks: 9, crashes: 0, turn: 1, decisions: 1 } },
    base: 'base',
    budgets: [],
    templates: [],
    random: (count: number) => new Uint8Array(count).fill(7),
    history: nobody,
    ...rest,
  }) as unknown as Asked

const test1 = { reasoningSession: 'TEST', route: 'skill-orchestration' }

test('a dispatch needs its reasoning session and one of the two routes, and begins nothing without', () => {
  proves('EXE-01', 'EXE-14', 'EXE-17', 'EXE-56')
  for (const flags of [
    { route: 'skill-orchestration' },
    { reasoningSession: 'TEST' },
    { ...test1, reasoningSession: ' ' },
  ])
    expect(() => dispatch(asked(flags))).toThrow(expect.objectContaining({ code: 'wrong-command-line' }))
  expect(() => dispatch(asked({ ...test1, route: 'direct' }))).toThrow(
    expect.objectContaining({ message: 'There is no route "direct".', hint: 'sigma routes' }),
  )
})

test('it maps the route to its protocol, and keeps the reasoning session that it comes from', () => {
  proves('EXE-15', 'EXE-16', 'EXE-36', 'EXE-56', 'EXE-57')
  for (const route of routes) {
    const { run, input } = dispatch(asked({ reasoningSession: 'TEST', route }))
    const made = stepsInputSchema.parse(input)
    expect(made).toMatchObject({
      definition: { route, type: definitionOf(route)?.type },
      reasoning: { id: 'TEST', foreign: true },
    })
    expect(made.session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{3}$/)
    expect(run).toBe(`${made.definition.folder}-${made.session}`)
  }
})

test('a reasoning session that Sigma knows is not foreign; the strict setting takes no other', () => {
  proves('EXE-57')
  // as: of a run only its name is looked at.
  const history = { ...nobody, run: (run: string) => (run === 'reason-1' ? ({ run } as RunView) : null) }
  const known = dispatch(asked({ ...test1, reasoningSession: 'reason-1' }, { history }, { reasoning: 'known' }))
  expect(stepsInputSchema.parse(known.input).reasoning).toEqual({ id: 'reason-1', foreign: false })
  expect(() => dispatch(asked(test1, { history }, { reasoning: 'known' }))).toThrow(
    expect.objectContaining({ code: 'reasoning-foreign' }),
  )
})

test('a reasoning session of Sigma’s own fixed the route: no other is dispatched for it, and none before', () => {
  proves('EXE-03', 'EXE-08')
  // as: of a run only these are looked at.
  const known = (run: string, route?: string) =>
    run === 'reason-1' ? ({ run, protocol: 'reasoning', state: { kind: 'over', route } } as unknown as RunView) : null
  const from = (route?: string) =>
    asked({ ...test1, reasoningSession: 'reason-1' }, { history: { ...nobody, run: (run) => known(run, route) } })
  expect(() => dispatch(from('dynamic-skill-sequencing'))).toThrow(expect.objectContaining({ code: 'route-other' }))
  expect(() => dispatch(from())).toThrow(expect.objectContaining({ code: 'route-open' }))
  expect(() => dispatch(from('direct'))).toThrow(expect.objectContaining({ code: 'route-direct' }))
  expect(stepsInputSchema.parse(dispatch(from('skill-orchestration')).input).reasoning.foreign).toBe(false)
})

test('two dispatches make two sessions; with one key they make one, also after the configuration changed', () => {
  proves('EXE-22', 'EXE-36')
  const first = dispatch(asked(test1))
  let draws = 0
  const random = (count: number) => {
    draws += 1
    return new Uint8Array(count).fill(draws < 3 ? 7 : 8)
  }
  // as: of a run only its input is looked at.
  const taken = { ...nobody, run: (run: string) => (run === first.run ? ({ input: first.input } as RunView) : null) }
  expect(dispatch(asked(test1, { random, history: taken })).run).not.toBe(first.run)
  expect(draws).toBe(3)
  const keyed = dispatch(asked({ ...test1, key: 'k' }))
  const known = { ...nobody, run: () => ({ input: keyed.input }) as RunView }
  const again = dispatch(asked({ ...test1, key: 'k' }, { history: known, base: 'other' }, { reissues: 9 }))
  expect([again.run, again.input]).toEqual([keyed.run, keyed.input])
  expect(dispatch(asked({ ...test1, key: 'l' })).run).not.toBe(keyed.run)
})

function project(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'sigma-steps-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

function conversing(root: string, session: RecordedSession, rest: Partial<Conversing>): Conversing {
  // as: of a run only these are looked at.
  const view = {
    run: 'skill-1f2e3d4c-5b6',
    protocol: 'steps',
    status: 'running',
    input: jsonOf(session.state.input),
    state: jsonOf(session.state),
  } as unknown as RunView
  return {
    words: [],
    flags: {},
    // as: paths are made from these two alone.
    place: { cwd: root, root } as Conversing['place'],
    premises: {
      root,
      home: null,
      config: {},
      isConfirmed: () => false,
      confirmedFolders: async () => new Set<string>(),
    },
    history: { ...nobody, run: (run) => (run === view.run ? view : null) },
    begun: null,
    input: () => '',
    ...rest,
  }
}

test('a session is named by its id or by its state file, which must be one', () => {
  proves('EXE-29', 'EXE-43', 'EXE-46', 'EXE-47')
  const session = new RecordedSession().until(1)
  const text = stateText(session.course())
  const place = 'protocols/execution/skill/state'
  using folder = project({
    [`${place}/skill-1f2e3d4c-5b6.json`]: text,
    'skill-orchestration/state/skill-1f2e3d4c-5b6.json': text,
    'torn/skill-1f2e3d4c-5b6.json': text.slice(0, 90),
    'other/dynamic-1f2e3d4c-5b6.json': text,
    'newer/skill-1f2e3d4c-5b6.json': text.replace('"1.0"', '"1.1"'),
  })
  const call = (state: string) => step(conversing(folder.root, session, { words: ['2'], flags: { state } })).call
  for (const state of [
    '1f2e3d4c-5b6',
    `${place}/skill-1f2e3d4c-5b6.json`,
    'skill-orchestration/state/skill-1f2e3d4c-5b6.json',
  ])
    expect(call(state)).toMatchObject({ run: 'skill-1f2e3d4c-5b6', verb: 'step', arguments: { step: 2, seen: 1 } })
  for (const [state, code] of [
    ['torn/skill-1f2e3d4c-5b6.json', 'state-unreadable'],
    ['other/dynamic-1f2e3d4c-5b6.json', 'state-unreadable'],
    ['newer/skill-1f2e3d4c-5b6.json', 'state-unreadable'],
    ['none.json', 'state-missing'],
    [`${'../'.repeat(30)}etc/passwd`, 'state-unreadable'],
    ['00000000-000', 'session-unknown'],
    ['', 'wrong-command-line'],
  ] as const)
    expect(() => call(state)).toThrow(expect.objectContaining({ code }))
  expect(() => step(conversing(folder.root, session, { words: ['two'], flags: { state: '1f2e3d4c-5b6' } }))).toThrow(
    expect.objectContaining({ code: 'wrong-command-line' }),
  )
})

test('an output is taken from the line, from standard input, from a file, or from where the step told of', () => {
  using folder = project({ 'usual.json': '{"from":"usual"}', 'own.json': '{"from":"own"}', 'list.json': '[]' })
  const { place } = conversing(folder.root, new RecordedSession(), {})
  const given = (value: unknown, usual = 'usual.json') =>
    givenOutput(value, usual, { place, input: () => '{"from":"input"}' })
  expect(given(undefined)).toEqual({ kind: 'output', output: { from: 'usual' } })
  expect(given(undefined, 'none.json')).toEqual({ kind: 'none' })
  expect(given('-')).toMatchObject({ output: { from: 'input' } })
  expect(given('own.json')).toMatchObject({ output: { from: 'own' } })
  expect(given(' {"from":"line"}')).toMatchObject({ output: { from: 'line' } })
  for (const bad of ['{', 'none.json', 'list.json']) expect(given(bad)).toMatchObject({ kind: 'unreadable' })
})

const definition = definitionOf('skill-orchestration') ?? expect.fail()
const replied = (session: RecordedSession): Json => jsonOf(session.reply)

test('a step prints what earlier ones left, then its text, and last exactly one directive', () => {
  proves('EXE-10', 'EXE-30', 'EXE-31', 'EXE-67', 'EXE-75')
  using folder = project({ [contentFile(definition, 2)]: '# Own text\n' })
  const session = new RecordedSession().step(1, { title: 'x', context: 'Mind\n`sigma complete`' }).step(2)
  const { text, data, notes } = toldOf(replied(session), definition, folder.root)
  const order = [
    'Step 1 left for later:',
    '> Mind',
    '# Own text',
    'written to protocols/execution/skill/state/',
    'MANDATORY: ',
  ]
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
  )
  for (const part of order) expect(text).toContain(part)
  expect(text.match(/^MANDATORY: /gm)).toHaveLength(1)
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^Do NOT /)
  expect(notes).toEqual([])
  expect(data).toMatchObject({
    content: '# Own text',
    directive: { step: 2, name: 'CLASSIFY_DOMAIN', session_id: '1f2e3d4c-5b6' },
  })
})

test('a text that is missing or empty is told of by its path, and Sigma’s own is shown', () => {
  proves('EXE-10', 'EXE-11')
  for (const files of [{}, { [contentFile(definition, 1)]: ' \n\n' }]) {
    using folder = project(files)
    const { text, notes } = toldOf(replied(new RecordedSession().step(1)), definition, folder.root)
    expect(notes).toEqual([expect.stringContaining('protocols/execution/skill/content/step_1.md is missing or empty')])
    expect(text).toContain(builtInContent(definition, 1)?.trimEnd())
  }
})

test('every built-in step has a text of its own', () => {
  proves('EXE-10')
  const texts = routes.flatMap((route) => {
    const each = definitionOf(route) ?? expect.fail()
    return each.steps.map(({ number }) => builtInContent(each, number) ?? '')
  })
  expect(texts.every((text) => text.length > 150)).toBe(true)
  expect(new Set(texts).size).toBe(11)
})

test('what is not met is told with the directive again, and what is refused with the one that is due', () => {
  proves('EXE-27')
  const session = new RecordedSession().step(1, {})
  const told = toldOf(replied(session), definition, '/none')
  expect(told.exit).toBe(2)
  expect(told.text).toMatch(/Step 1 is not completed:\n- The output of step 1 .*\n[\s\S]*MANDATORY: /)
  expect(toldInstead(session.state).text).toContain('`sigma step 1 --state ')
})

test('a session that is completed says so again, and calls nothing', () => {
  const session = new RecordedSession()
  const over = conversing('/none', session, { flags: { state: '1f2e3d4c-5b6' } })
  // as: of a run only these are looked at.
  const ended = { ...over.history.run('skill-1f2e3d4c-5b6'), status: 'ended', outcome: 'completed' } as RunView
  const { call, told } = complete({ ...over, history: { ...nobody, run: () => ended } })
  expect(call).toBe(null)
  expect(told(null)).toMatchObject({
    text: 'skill-orchestration is completed (1f2e3d4c-5b6).',
    data: { directive: null },
  })
})

test('the routes are listed in their order', async () => {
  proves('EXE-25', 'EXE-88')
  expect((await listRoutes(conversing('/none', new RecordedSession(), {}))).told(null)).toMatchObject({
    text: 'skill-orchestration\ndynamic-skill-sequencing',
    data: ['skill-orchestration', 'dynamic-skill-sequencing'],
  })
})
