/** Step protocols, followed by a program that knows nothing but what their directives say. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { stateRecordSchema } from '../packages/protocols/steps/files/record.ts'
import { goodOutputs } from '../packages/protocols/steps/testing/played.ts'
import { directiveFields } from './kit/directive-fields.ts'
import { followerIn, type KilledAt } from './kit/follower.ts'
import { git, makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, start } from './kit/sigma.ts'

const skill = (name: string, phases = ''): string =>
  `---\nname: ${name}\ndescription: Does it.\n---\n# ${name}\n${phases}`

const files = {
  'package.json': '{}',
  'agent.mjs': `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
if (context.agent === 'maker' && existsSync(process.env.HOME + '/seen/broken')) process.exit(1)
if (!readFileSync(context.skillPath, 'utf8').includes(context.skill)) process.exit(2)
mkdirSync('memory', { recursive: true })
writeFileSync(context.memory, '# ' + context.task + '\\n\\nBy ' + context.agent + ' in ' + context.phase + '.\\n')
console.log('→[AD, ' + context.agent + ' is done]')
`,
  '.claude/skills/build/SKILL.md': skill('build', '## Phases\n\n0. Clarify: asker\n1. Make: maker, checker\n'),
  'skills/analyse/SKILL.md': skill('analyse'),
  'skills/make/SKILL.md': skill('make'),
  'sigma.config.json': JSON.stringify({
    agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'], reads: ['~/seen'] } },
    roles: { '*': 'agent' },
  }),
}

const inFolder = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}${path}`, text]))

interface Walked {
  /** What each command printed, in their order. */
  readonly commands: readonly string[]
  readonly state: string
}

/** Follows directives from the dispatch to their end. `killedAt`: where the process of the nth command dies first. */
function walk(repository: Repository, root: string, route: string, killedAt: (at: number) => KilledAt | null): Walked {
  const { run, write } = followerIn(repository, root)
  const folder = route === 'skill-orchestration' ? 'skill' : 'dynamic'
  const place = join(root, 'protocols/execution', folder, 'state')
  const begun = run(`sigma dispatch --reasoning-session TEST --route ${route}`)
  expect(begun.exit, begun.stderr).toBe(0)
  expect(begun.stderr).toBe('')
  let { command } = directiveFields(begun.stdout)
  const [file = ''] = readdirSync(place).filter((name) => name.endsWith('.json'))
  const state = join(place, file)
  const commands: string[] = []
  while (command !== null) {
    const before = readFileSync(state, 'utf8')
    const point = killedAt(commands.length)
    const died = point === null ? null : run(command, point)
    if (died !== null) {
      expect(died.signal, died.stderr).toBe('SIGKILL')
      if (point === 'before-save') expect(readFileSync(state, 'utf8')).toBe(before)
      if (point !== 'after-print') expect(died.stdout).toBe('')
    }
    const ended = run(command)
    expect([0, died === null ? 0 : 2], ended.stderr).toContain(ended.exit)
    if (point === 'after-print' && died !== null && directiveFields(ended.stdout).file === null)
      expect(directiveFields(ended.stdout).command).toBe(directiveFields(died.stdout).command)
    commands.push(command)
    expect(commands.length).toBeLessThan(40)
    const next = directiveFields(ended.stdout)
    const name = /^(?:The output|- title)/m.test(ended.stdout) ? stepIn(state) : ''
    write(ended.stdout, goodOutputs[name] ?? {})
    command = next.command
  }
  return { commands, state }
}

/** The state that the session is in. */
const stepIn = (state: string): string => stateRecordSchema.parse(JSON.parse(readFileSync(state, 'utf8'))).fsm.state

const points: readonly KilledAt[] = ['before-save', 'after-save', 'after-print']

test('a follower is led through the first route by the directives alone, though its commands die at every point', {
  timeout: 600_000,
}, () => {
  proves('EXE-20', 'EXE-29', 'EXE-30', 'EXE-58', 'EXE-59', 'EXE-67', 'EXE-68', 'EXE-83')
  const folder = `it's "my" app/`
  using repository = makeRepository(inFolder(folder))
  const root = join(repository.path, folder)
  const { state, commands } = walk(repository, root, 'skill-orchestration', (at) => points[at % points.length] ?? null)
  const record = stateRecordSchema.parse(JSON.parse(readFileSync(state, 'utf8')))
  expect(record).toMatchObject({ status: 'completed', completion_summary: 'All is built.', plan: null })
  expect(record.fsm.history.join(' → ')).toBe(
    'INITIALIZED → GENERATE_TASK_ID → CLASSIFY_DOMAIN → READ_SKILL → CREATE_MEMORY → TRIGGER_AGENTS → COMPLETE_WORKFLOW → COMPLETED',
  )
  expect(new Set(commands).size).toBe(8)
  const memory = join(root, '.claude/memory')
  const task = `add-a-login-${record.session_id}`
  const left = ['', 'asker-', 'maker-', 'checker-'].map((agent) => `${task}-${agent}memory.md`)
  expect(new Set(readdirSync(memory))).toEqual(new Set(left))
  expect(readFileSync(join(memory, `${task}-maker-memory.md`), 'utf8')).toBe(`# ${task}\n\nBy maker in Make.\n`)
  expect(git(repository, 'status', '--short', '--', `${folder}protocols/execution/skill/state`)).toBe('')
})

test('and through the second', { timeout: 300_000 }, () => {
  proves('EXE-20', 'EXE-33', 'EXE-90')
  using repository = makeRepository(files)
  const { state } = walk(repository, repository.path, 'dynamic-skill-sequencing', () => null)
  const record = stateRecordSchema.parse(JSON.parse(readFileSync(state, 'utf8')))
  expect(record).toMatchObject({ status: 'completed', completion_summary: 'All is done.' })
  expect(record.step_outputs['3']).toMatchObject({ agents: [{ agent: 'analyse' }, { agent: 'make' }] })
})

test('who skips a step is refused, and put right by the directive that is due; a disk that is full prints none', {
  timeout: 300_000,
}, () => {
  proves('EXE-43', 'EXE-51', 'EXE-60', 'EXE-64', 'EXE-79')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  run('sigma dispatch --reasoning-session TEST --route skill-orchestration --key one')
  const place = join(repository.path, 'protocols/execution/skill/state')
  const [name = ''] = readdirSync(place).filter((each) => each.endsWith('.json'))
  const file = `protocols/execution/skill/state/${name}`
  const before = readFileSync(join(repository.path, file), 'utf8')
  const skipped = run(`sigma step 5 --state ${file}`)
  expect(skipped).toMatchObject({ exit: 2, stdout: expect.stringContaining('step 1 (GENERATE_TASK_ID) is due') })
  expect(directiveFields(skipped.stdout).command).toBe(`sigma step 1 --state ${file}`)
  expect(readFileSync(join(repository.path, file), 'utf8')).toBe(before)
  const full = run(`sigma step 1 --state ${file}`, 'full')
  expect(full).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringMatching(/^error: /m) })
  writeFileSync(join(repository.path, file), before.replace('"1.0"', '"2.0"'))
  const changed = readFileSync(join(repository.path, file), 'utf8')
  expect(run(`sigma step 1 --state ${file}`)).toMatchObject({
    exit: 1,
    stdout: '',
    stderr: expect.stringContaining('schema_version'),
  })
  expect(readFileSync(join(repository.path, file), 'utf8')).toBe(changed)
  rmSync(join(repository.path, file))
  expect(run(`sigma step 1 --state ${file}`)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('There is no state file'),
  })
  expect(existsSync(join(repository.path, file))).toBe(false)
  run('sigma project')
  expect(readFileSync(join(repository.path, file), 'utf8')).toBe(before)
})

test('of two processes that run one step at once one succeeds, and the other is refused', {
  timeout: 300_000,
}, async () => {
  proves('EXE-65')
  // By processes of their own: a host that stands by plays lines one after the other.
  const config = { ...JSON.parse(files['sigma.config.json']), limits: { standby: null } }
  using repository = makeRepository({ ...files, 'sigma.config.json': JSON.stringify(config) })
  const { run } = followerIn(repository, repository.path)
  const begun = run('sigma dispatch --reasoning-session TEST --route skill-orchestration')
  const session = /skill-([0-9a-f-]+)\.json/.exec(begun.stdout)?.[1] ?? ''
  const step = (title: string): Promise<Ended> =>
    start(repository, ['step', '1', '--state', session, '--output', JSON.stringify({ title })]).ended
  const ended = await Promise.all(['One', 'Other'].map(step))
  expect(ended.map(({ exit }) => exit).toSorted(), JSON.stringify(ended)).toEqual([0, 2])
  // One may have ended before the other has begun.
  expect(ended.find(({ exit }) => exit === 2)?.stdout).toMatch(/Another process|completed with another output/)
  const states = JSON.parse(run('sigma states --json').stdout)
  expect(states).toMatchObject([{ fsm: { history: ['INITIALIZED', 'GENERATE_TASK_ID'] } }])
})

test('an agent that crashes halts the session; what a person decides goes on with those that have not finished', {
  timeout: 300_000,
}, () => {
  proves('EXE-44', 'EXE-85', 'EXE-87', 'EXE-89', 'EXE-91')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  const begun = run('sigma dispatch --reasoning-session TEST --route skill-orchestration')
  const session = /skill-([0-9a-f-]+)\.json/.exec(begun.stdout)?.[1] ?? ''
  for (const [at, name] of ['GENERATE_TASK_ID', 'CLASSIFY_DOMAIN', 'READ_SKILL', 'CREATE_MEMORY'].entries())
    expect(
      run(`sigma step ${at + 1} --state ${session} --output '${JSON.stringify(goodOutputs[name] ?? {})}'`).exit,
    ).toBe(0)
  const broken = join(repository.home, 'seen/broken')
  run(`mkdir -p ${join(repository.home, 'seen')}`)
  writeFileSync(broken, '')
  const halted = run(`sigma step 5 --state ${session}`)
  expect(halted).toMatchObject({ exit: 2, stdout: '' })
  const state = () => {
    const { exit, stdout, stderr } = run(`sigma states ${session} --json`)
    expect(exit, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  expect(state()).toMatchObject({ status: 'in_progress', fsm: { state: 'TRIGGER_AGENTS' } })
  expect(state().fsm.history.at(-1)).toMatch(/^HALTED: /)
  rmSync(broken)
  expect(run(`sigma decide skill-${session}/decision resume`).exit, 'decided').toBeTypeOf('number')
  const next = run(`sigma step 5 --state ${session}`)
  expect(directiveFields(next.stdout).command).toContain('sigma step 6 ')
  expect(state().step_outputs['5']).toMatchObject({
    agents: [{ agent: 'asker' }, { agent: 'maker' }, { agent: 'checker' }],
  })
  const log = run(`sigma log skill-${session}`).stdout
  expect(log.match(/asker is asked/g)).toHaveLength(1)
  expect(run(`sigma states ${session}`).stdout).toMatch(/1 GENERATE_TASK_ID completed \{"title"/)
})
