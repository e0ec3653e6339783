import type { Asked, Conversing, Premises, RunView } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { answered, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { exampleFiles } from '../../steps/own/example.ts'
import { lyingFiles, skillFile } from '../../steps/testing/lying-files.ts'
import { reasoningKit } from '../kit.ts'
import { reasoningInputSchema } from '../machine/input.ts'
import { reasoning } from '../machine/reasoning.ts'
import { begin, routed } from './route.ts'
import { ownSettings } from './settings.ts'

const rule = { words: ['build'], route: 'skill-orchestration', why: 'One skill builds.' }
const players = { agents: { one: {} }, roles: { router: 'one' } }

// as: what is asked of whoever plays the command, and nothing else.
const asked = (subject: string, routing: object = {}, rest: object = players, premises?: Premises): Asked =>
  ({
    ...{ subject, base: 'base', budgets: [], templates: [], premises, flags: {}, history: { run: () => null } },
    config: {
      routing: { rules: [rule], ...routing },
      limits: { decisions: 1, turn: 1, crashes: 0, asks: 9 },
      ...rest,
    },
    random: (count: number) => new Uint8Array(count),
  }) as unknown as Asked

async function told(task: string, routing: object = {}) {
  const { run, input, summary } = await begin(asked(task, routing))
  const { state } = reasoning.start(reasoningInputSchema.parse(input))
  // as: of a run only its state is looked at.
  const history = { run: () => ({ run, state }) as unknown as RunView }
  const made = routed({ begun: run, history } as unknown as Conversing)
  const after = (message: string): JsonObject =>
    // as: a state is JSON.
    jsonOf(reasoning.step(state, answered('router', 'RT', { message })).state) as JsonObject
  return { run, summary, made, after, said: made.told(null) }
}

test('a route that is fixed is printed with its reasons, and with the directive to the dispatch', async () => {
  proves('EXE-18')
  const { run, said } = await told('Build a login!')
  expect(run).toMatch(/^reason-build-a-login-/)
  const command = `sigma dispatch --reasoning-session ${run} --route skill-orchestration`
  expect(said.text).toContain('- "build" stands in the task: One skill builds.')
  expect(said.text).toMatch(/^MANDATORY: [^\n]*\n\n`sigma dispatch [^`\n]*`\n\nDo NOT [^\n]*$/m)
  expect(said).toMatchObject({ exit: 0, data: { route: 'skill-orchestration', directive: { command } } })
})

test('a session is the fourth of the eight steps of reasoning, and says so in its units, its places and its result', async () => {
  proves('EXE-03')
  const { input } = await begin(asked('Build a login!'))
  expect((await told('Build a login!')).summary).toContain('step 4 of 8')
  expect(reasoningKit.about(input)?.units).toMatchObject([
    { name: 'task-routing', called: 'step 4 of 8', aliases: ['4', 'TASK_ROUTING'] },
  ])
  expect(reasoning.start(reasoningInputSchema.parse(input)).effects).toMatchObject([
    { kind: 'end', result: { step: 4 } },
  ])
  const open = reasoning.start(reasoningInputSchema.parse((await begin(asked('Paint it'))).input))
  expect(open.effects).toMatchObject([{ kind: 'consult', at: { unit: 'task-routing', called: 'step 4 of 8' } }])
})

test('where a person is asked there is no directive, and the exit code is 3', async () => {
  const { said } = await told('Paint it')
  expect(said).toMatchObject({ text: '', exit: 3, notes: [expect.stringContaining('hint: sigma inbox')] })
})

test('an agent that is asked is waited for, and what it chose is told from the state that follows', async () => {
  const { run, made, after } = await told('Paint it', { by: 'agent', tries: 1 })
  expect(made).toMatchObject({ call: null, awaits: run })
  const chosen = made.refused(after('dynamic-skill-sequencing: Two skills paint.\u001b[2J'))
  expect(chosen).toMatchObject({ exit: 0, data: { route: 'dynamic-skill-sequencing' } })
  expect(chosen.text).toContain('- The router chose it: Two skills paint.[2J\n')
  expect(chosen.text).toContain(`\`sigma dispatch --reasoning-session ${run} --route dynamic-skill-sequencing\``)
  expect(made.refused(after('paint it'))).toMatchObject({
    ...{ text: '', exit: 3 },
    notes: [expect.stringMatching(/waits for a person: The router named no route\.[^\n]*\nhint: sigma inbox/)],
  })
  expect((await told('Build it', { by: 'agent' })).made.awaits).toBe(undefined)
})

test('the agent is told of the skills that are used; where nobody plays it nothing is begun', async () => {
  using project = lyingFiles({
    'skills/build/SKILL.md': skillFile('build', '1. Make: maker'),
    'skills/torn/SKILL.md': '# Torn\n',
  })
  const premises = {
    root: project.root,
    home: null,
    config: {},
    isConfirmed: () => false,
    confirmedFolders: async () => new Set<string>(),
  }
  const { input } = await begin(asked('Paint it', { by: 'agent' }, players, premises))
  expect(reasoningInputSchema.parse(input).router).toMatchObject({
    skills: [{ name: 'build', kind: 'composite', description: 'Does build.' }],
    purposes: { 'skill-orchestration': expect.stringContaining('One skill') },
    tries: 3,
  })
  for (const roles of [{}, { router: 'nobody' }])
    await expect(begin(asked('Paint it', { by: 'agent' }, { agents: players.agents, roles }))).rejects.toThrow(
      expect.objectContaining({ code: 'no-agent-for-role' }),
    )
  expect((await begin(asked('Paint it', { by: 'agent' }, { ...players, roles: { '*': 'one' } }))).summary).toContain(
    'then by the router',
  )
})

test('the agent chooses among the project’s own tables too, where they were confirmed and are whole', async () => {
  const table = Object.fromEntries(exampleFiles)
  const laid = (name: string, changed: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries({ ...table, ...changed }).map(([file, text]) => [`protocols/execution/${name}/${file}`, text]),
    )
  using project = lyingFiles({ ...laid('release'), ...laid('secret'), ...laid('torn', { 'protocol.json': '{' }) })
  const premises: Premises = {
    ...{ root: project.root, home: null, config: {}, isConfirmed: () => false },
    confirmedFolders: async () => new Set(['protocols/execution/release', 'protocols/execution/torn']),
  }
  const { input } = await begin(asked('Paint it', { by: 'agent' }, players, premises))
  const { routes, router } = reasoningInputSchema.parse(input)
  expect(routes).toEqual(['skill-orchestration', 'dynamic-skill-sequencing', 'release'])
  expect(router?.purposes['release']).toBe(
    'Release a version, once its checks pass and a person agrees. Its steps: check what is to be released; mend what is broken; have a person agree; publish it.',
  )
  for (const [route, code] of [
    ['secret', 'untrusted'],
    ['torn', 'protocol-faulty'],
    ['nope', 'no-such-route'],
  ])
    await expect(begin(asked('Paint it', { otherwise: route }, players, premises))).rejects.toMatchObject({ code })
})

test('by default there are the two routes; a task is done without a protocol only by an explicit setting, and says so', async () => {
  proves('EXE-08')
  const { routing } = ownSettings.top
  const direct = { rules: [{ ...rule, route: 'direct' }] }
  expect(routing.safeParse(direct).error?.issues).toMatchObject([{ path: ['rules', 0, 'route'] }])
  expect(routing.safeParse({ otherwise: 'direct' }).error?.issues).toMatchObject([{ path: ['otherwise'] }])
  expect(routing.safeParse({ ...direct, direct: true }).success).toBe(true)
  expect(reasoningInputSchema.parse((await begin(asked('Build'))).input).routes).toEqual([
    'skill-orchestration',
    'dynamic-skill-sequencing',
  ])
  const { said } = await told('Build', { ...direct, direct: true })
  expect(said).toMatchObject({ exit: 0, data: { route: 'direct', directive: null } })
  expect(said.text).toContain('without a protocol')
  expect(said.text).not.toContain('MANDATORY')
})

test('the same key is the same session, with the input that it began with', async () => {
  const first = await begin({ ...asked('Paint it'), flags: { key: 'k' } })
  // as: of a run only its input is looked at.
  const history = { run: (run: string) => (run === first.run ? { input: first.input } : null) } as Asked['history']
  const again = await begin({ ...asked('Paint it', { by: 'agent' }, {}), flags: { key: 'k' }, history })
  expect([again.run, again.input]).toEqual([first.run, first.input])
  expect((await begin({ ...asked('Paint it'), flags: { key: 'l' } })).run).not.toBe(first.run)
})

test('an empty task is none', async () => {
  await expect(begin(asked(' \n'))).rejects.toThrow(expect.objectContaining({ code: 'wrong-command-line' }))
})
