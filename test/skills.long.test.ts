/** Skills of project, home and packages, the agents that they name, and an agent that chooses the route: through the command. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { skillFile } from '../packages/protocols/steps/testing/lying-files.ts'
import { goodOutputs } from '../packages/protocols/steps/testing/played.ts'
import { directiveFields } from './kit/directive-fields.ts'
import { followerIn } from './kit/follower.ts'
import { blocks } from './kit/pages.ts'
import { makeRepository, type Repository } from './kit/repository.ts'

/** An agent that writes down what it was handed, and one that chooses routes as the task tells it to. */
const agent = `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { task, context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
if (metadata.role === 'router') {
  const first = metadata.refused.length === 0
  const said = { 'Paint it': 'dynamic-skill-sequencing: two skills paint.', 'Say nothing': 'whatever', 'Say it late': first ? 'whatever' : 'skill-orchestration: one does it.' }
  console.log('→[RT, ' + (said[task.parameters.task] ?? 'direct: it is trivial.') + ']')
} else {
  mkdirSync('memory', { recursive: true })
  const read = (path) => (path === undefined ? 'nothing' : readFileSync(path, 'utf8').split('\\n')[1])
  const handed = [context.skillPath, context.partPath, context.agentPath].map(read).join('; ')
  writeFileSync(context.memory, '# ' + context.task + '\\n\\n' + context.agent + ' was handed ' + handed + '.\\n')
  console.log('→[AD, done]')
}
`

const config = {
  agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'] } },
  roles: { router: 'agent', maker: 'agent', polish: 'agent', ship: 'agent' },
  routing: { rules: [{ words: ['build'], route: 'skill-orchestration', why: 'One does it.' }], by: 'agent', tries: 2 },
}

const files = {
  'package.json': '{ "dependencies": { "tool": "1.0.0" } }',
  '.gitignore': 'node_modules\n',
  'agent.mjs': agent,
  '.claude/skills/build/SKILL.md': skillFile('build', '1. Make: maker, skill polish'),
  'skills/polish/SKILL.md': skillFile('polish'),
  '.claude/agents/maker.md': '---\nname: maker\ndescription: Makes things.\n---\nMake them.\n',
  'sigma.config.json': JSON.stringify(config),
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Steps before the one that invokes agents; the session's id. */
function prepared(run: ReturnType<typeof followerIn>['run'], skill: string): string {
  const begun = run('sigma dispatch --reasoning-session TEST --route skill-orchestration')
  const session = /skill-([0-9a-f-]+)\.json/.exec(begun.stdout)?.[1] ?? ''
  const outputs = { ...goodOutputs, READ_SKILL: { skill } }
  for (const [at, name] of (
    ['GENERATE_TASK_ID', 'CLASSIFY_DOMAIN', 'READ_SKILL', 'CREATE_MEMORY'] as const
  ).entries()) {
    const output = JSON.stringify(outputs[name as keyof typeof outputs] ?? {})
    const ended = run(`sigma step ${at + 1} --state ${session} --output '${output}'`)
    expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  }
  return session
}

const configured = (repository: Repository, settings: object): void =>
  put(repository.path, 'sigma.config.json', JSON.stringify({ ...config, ...settings }))

test('a composite skill has its atomic skill and the description of its agent handed on', { timeout: 300_000 }, () => {
  proves('EXE-32', 'EXE-33')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  expect(run('sigma skills check').exit).toBe(0)
  const session = prepared(run, 'build')
  const ended = run(`sigma step 5 --state ${session}`)
  expect(ended.exit, ended.stderr).toBe(0)
  const [state] = JSON.parse(run(`sigma states --json`).stdout)
  expect(state.step_outputs['5'].agents).toMatchObject([{ agent: 'maker' }, { agent: 'polish' }])
  const memory = (of: string): string => run(`cat .claude/memory/add-a-login-${session}-${of}-memory.md`).stdout
  expect(memory('maker')).toContain('maker was handed name: build; nothing; name: maker.')
  expect(memory('polish')).toContain('polish was handed name: build; name: polish; nothing.')
})

test('an agent that nobody plays is refused before its step begins, and the registry says who plays whom', {
  timeout: 300_000,
}, () => {
  proves('EXE-63')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  const session = prepared(run, 'build')
  configured(repository, { roles: { router: 'agent', maker: 'agent' } })
  const refused = run(`sigma step 5 --state ${session}`)
  expect(refused).toMatchObject({ exit: 2, stdout: expect.stringContaining('Nobody plays the agent polish') })
  expect(refused.stdout).toContain('hint: sigma agents')
  const [state] = JSON.parse(run('sigma states --json').stdout)
  expect(state.fsm.state).toBe('CREATE_MEMORY')
  const agents = run('sigma agents').stdout
  expect(agents).toContain('✓ maker: played by agent')
  expect(agents).toContain('✗ polish: played by nobody')
  expect(JSON.parse(run('sigma agents --json').stdout).named).toMatchObject([
    { name: 'maker', playedBy: 'agent', description: 'Makes things.', file: '.claude/agents/maker.md' },
    { name: 'polish', playedBy: null, namedBy: ['the skill build', 'the skill polish'] },
  ])
  configured(repository, {})
  expect(run(`sigma step 5 --state ${session}`).exit).toBe(0)
})

test('a skill of a package counts once it is named and its text confirmed, and no more when the text changes', {
  timeout: 300_000,
}, () => {
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  put(repository.path, 'node_modules/tool/skills/ship/SKILL.md', skillFile('ship'))
  const states = () =>
    JSON.parse(run('sigma skills --json').stdout).flatMap((skill: { name: string; state: string }) =>
      skill.name === 'ship' ? [skill.state] : [],
    )
  expect(states()).toEqual([])
  expect(run('sigma skills').stderr).toContain('do not count here: tool.')
  configured(repository, { steps: { packages: ['tool'] } })
  const told = JSON.parse(run('env -u SIGMA_TRUST sigma trust --json').stdout)
  expect(told.packages).toMatchObject([{ key: 'steps.packages.tool', confirmed: false }])
  expect(run('env -u SIGMA_TRUST sigma skills').stdout).toContain('the package tool is not confirmed')
  expect(run('env -u SIGMA_TRUST sigma trust --yes').exit).toBe(0)
  const trusted = () => run('env -u SIGMA_TRUST sigma skills show ship').stdout
  expect(trusted()).toContain('used, of the package tool')
  put(repository.path, 'node_modules/tool/skills/ship/SKILL.md', skillFile('ship', '', 'Does what it likes.'))
  expect(trusted()).toContain('the package tool is not confirmed')
})

test('an agent chooses the route where no rule fits; it is asked again, and where it names none a person decides', {
  timeout: 300_000,
}, () => {
  proves('EXE-03', 'EXE-18')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  const ruled = run('sigma route "build it"')
  expect(ruled).toMatchObject({ exit: 0, stdout: expect.stringContaining('"build" stands in the task: One does it.') })
  const painted = run('sigma route "Paint it"')
  expect(painted.exit, painted.stderr).toBe(0)
  expect(painted.stdout).toContain('- The router chose it: two skills paint.')
  const { command = '' } = directiveFields(painted.stdout)
  expect(command).toMatch(/^sigma dispatch --reasoning-session reason-paint-it-\S+ --route dynamic-skill-sequencing$/)
  expect(run(command ?? '').exit).toBe(0)
  const late = run('sigma route "Say it late" --json')
  expect(JSON.parse(late.stdout)).toMatchObject({ route: 'skill-orchestration', reasons: [expect.any(String)] })
  const silent = run('sigma route "Say nothing" --key one')
  expect(silent).toMatchObject({ exit: 3, stdout: '' })
  expect(silent.stderr).toContain('waits for a person: The router named no route.')
  const session = /reason-say-nothing-[a-z0-9]+/.exec(silent.stderr)?.[0] ?? ''
  const early = run(`sigma dispatch --reasoning-session ${session} --route skill-orchestration`)
  expect(early).toMatchObject({ exit: 1, stderr: expect.stringContaining('has not fixed a route yet') })
  run(`sigma decide ${session}/route skill-orchestration`)
  const again = run('sigma route "Say nothing" --key one')
  expect(directiveFields(again.stdout).command).toBe(
    `sigma dispatch --reasoning-session ${session} --route skill-orchestration`,
  )
  expect(run(`sigma dispatch --reasoning-session ${session} --route skill-orchestration`).exit).toBe(0)
})

test('no word of an agent does a task without a protocol; only the setting does, and the journal says so', {
  timeout: 300_000,
}, () => {
  proves('EXE-08')
  using repository = makeRepository(files)
  const { run } = followerIn(repository, repository.path)
  expect(run('sigma route "Mend a typo"').exit).toBe(3)
  configured(repository, { routing: { ...config.routing, direct: true } })
  const direct = run('sigma route "Mend a typo" --json')
  expect(direct.exit, direct.stderr).toBe(0)
  const { reasoning_session_id: session, ...rest } = JSON.parse(direct.stdout)
  expect(rest).toMatchObject({ route: 'direct', directive: null })
  expect(run(`sigma status ${session}`).stdout).toContain('The route is direct.')
  const refused = run(`sigma dispatch --reasoning-session ${session} --route skill-orchestration`)
  expect(refused).toMatchObject({ exit: 1, stderr: expect.stringContaining('done without a protocol') })
})

/** Of the page on step protocols, with that word in it. */
const shown = (language: string, kind: string, word: string): string =>
  blocks.find(
    (block) =>
      block.page === 'docs/steps.md' && block.language === language && block.kind === kind && block.text.includes(word),
  )?.text ?? ''

test('the program that the page shows plays its skill, by the commands that it shows', { timeout: 300_000 }, () => {
  using repository = makeRepository({
    'skills/todos/SKILL.md': shown('md', 'program', 'todos'),
    'tools/todos.mjs': shown('js', 'program', 'todos'),
    'sigma.config.json': shown('json', 'config', 'tools/todos.mjs'),
    'src/a.js': '// TODO: more\n',
    'src/b/c.js': '// done\n',
  })
  const { run } = followerIn(repository, repository.path)
  expect(run('sigma skills check').exit).toBe(0)
  const [dispatch = '', ...lines] = shown('sh', '', 'todos-memory')
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, ''))
  expect(lines).toHaveLength(6)
  const session = /skill-([0-9a-f-]+)\.json/.exec(run(dispatch).stdout)?.[1] ?? ''
  const played = lines.map((line) => run(line.replace('1f2e3d4c-5b6', session)))
  for (const { exit, stdout, stderr } of played) expect(exit, stdout + stderr).toBe(0)
  expect(played.at(-1)?.stdout).toContain(`# leftovers-${session}\n\n- src/a.js\n`)
})
