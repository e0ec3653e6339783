/** Step commands by the host that stands by, and by processes of their own: what is printed and recorded is the same. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byVerify } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { bothWays } from './kit/directive-fields.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, launcher, sigma, start } from './kit/sigma.ts'
import { isAlive, standbyIn, untilGone, untilStandby } from './kit/standby.ts'

const folder = `it's "my" app é/`
const skill = '---\nname: build\ndescription: Does it.\n---\n# build\n'
const agent = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { context } = JSON.parse(readFileSync(0, 'utf8'))
mkdirSync('memory', { recursive: true })
writeFileSync(context.memory, '# ' + context.task + '\\n\\nDone.\\n')
console.log('→[AD, done]')
`

const filesWith = (limits: object): Record<string, string> => ({
  [`${folder}agent.mjs`]: agent,
  [`${folder}.claude/skills/build/SKILL.md`]: skill,
  [`${folder}src/deep/file.js`]: '',
  [`${folder}sigma.config.json`]: JSON.stringify({
    agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'] } },
    roles: { '*': 'agent' },
    limits,
    // Refusals are many here, and are to halt nothing.
    steps: { reissues: 40 },
  }),
})

interface Call {
  readonly args: readonly string[]
  /** Relative to the project. */
  readonly cwd?: string
  readonly input?: string
  /** Files of the project that are written before; null: removed. */
  readonly before?: Readonly<Record<string, string | null>>
  /** Played by a process of its own; the host that stands by gives it back, and has the project again after it. */
  readonly isWhole?: boolean
}

const state = 'protocols/execution/skill/state/skill-ID.json'
const texts = 'protocols/execution/skill/content'
const step = (number: string | number, ...args: readonly string[]): readonly string[] => [
  'step',
  String(number),
  '--state',
  'ID',
  ...args,
]
const long = `{"domain":"${'web '.repeat(20_000)}"}`

/** In which ID stands for the session. */
const calls: readonly Call[] = [
  { args: ['dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration', '--key', 'one'] },
  { args: ['dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration', '--key', 'one', '--json'] },
  { args: ['dispatch', '--reasoning-session', 'TEST', '--route', 'nowhere'] },
  { args: ['dispatch', '--route', 'skill-orchestration'] },
  { args: ['dispatch'] },
  { args: ['dispatch', '--help'] },
  { args: ['step'] },
  { args: ['step', '1'] },
  { args: ['step', 'one', '--state', 'ID'] },
  { args: ['step', '1', '--state', '00000000-000'] },
  { args: ['step', '1', '--state', 'nowhere.json'] },
  { args: ['step', '1', '--stat', 'ID'] },
  { args: step(5), isWhole: true },
  { args: step(0) },
  { args: ['step', '0', '--state', state, '--json'] },
  { args: ['step', '1', '--state', `../../${state}`], cwd: 'src/deep' },
  { args: step(1), before: { [`${texts}/step_1.md`]: '# Mine\n\u001b[31mA text\u2028 of my own\n' } },
  { args: step(1), before: { [`${texts}/step_1.md`]: null } },
  { args: step(1, '--output', '{"title":" "}') },
  { args: step(1, '--output', '{"title":'), before: { [`${texts}/step_2.md`]: '' } },
  { args: step(1, '--output', '{"title":"Add a Login!","context":"Mind \u001b[2J the phones"}', '--json') },
  { args: step(1, '--output', '{"title":"Another"}') },
  { args: ['complete', '--state', 'ID', '--summary', 'Too early'] },
  { args: step(2) },
  { args: step(2, '--output', 'out.json') },
  { args: step(2, '--output', 'out é.json'), before: { 'src/deep/out é.json': '{"domain":7}' }, cwd: 'src/deep' },
  { args: step(2, '--output', '-'), input: '{"domain":"web"', isWhole: true },
  { args: step(2, '--output', long) },
  { args: step(2, '--output', '{"domain":"web","context":"Mind the phones"}') },
  { args: step(3, '--output', '{"skill":"none"}', '--json') },
  { args: step(3, '--output', '{"skill":"build"}') },
  { args: step(4) },
  { args: step(5), isWhole: true },
  { args: step(5), isWhole: true },
  { args: step(6), before: { 'protocols/execution/skill/state/outputs/x': 'x' } },
  { args: step(6, '--output', '{"summary":"All is built."}') },
  { args: ['complete', '--state', 'ID', 'more'] },
  { args: ['complete', '--state', state, '--json'] },
  { args: ['complete', '--state', 'ID'] },
  { args: step(3) },
]

/** What differs between any two runs: times, processes. */
const plain = (text: string): string =>
  text.replaceAll(/^ *(?:(\d+m)? *[\d.]+s|\d+m) {2}/gm, 'TIME  ').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')

async function played(repository: Repository, isStandby: boolean): Promise<readonly string[]> {
  const root = join(repository.path, folder)
  let session = 'ID'
  let known: number | null = null
  const said: string[] = []
  for (const { args, cwd = '.', input = '', before = {}, isWhole = false } of calls) {
    for (const [path, text] of Object.entries(before)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      if (text === null) rmSync(join(root, path), { force: true })
      else writeFileSync(join(root, path), text)
    }
    const typed = args.map((each) => each.replaceAll('ID', session))
    const { program = launcher, env } = repository
    const ended = spawnSync(process.execPath, [program, ...typed], {
      cwd: join(root, cwd),
      env,
      input,
      encoding: 'utf8',
    })
    bothWays(ended)
    session = /skill-([0-9a-f]{8}-[0-9a-f]{3})\.json/.exec(ended.stdout)?.[1] ?? session
    said.push(`${args.join(' ').slice(0, 200)}\n${ended.status}\n${plain(ended.stdout)}\n--\n${plain(ended.stderr)}`)
    if (!isStandby) continue
    const line = args.join(' ').slice(0, 200)
    if (known !== null && !isWhole) expect(standbyIn(root)?.pid, `${line} was played there`).toBe(known)
    const { pid } = await untilStandby(root)
    if (known !== null) expect(pid, `the host stands by again after ${line}`).toBe(known)
    known = pid
  }
  const record = readFileSync(join(root, state.replace('ID', session)), 'utf8')
  return [...said, plain(record)]
}

byVerify(() => {
  test('each command prints and records the same, whoever plays it', { timeout: 900_000 }, async () => {
    using one = makeRepository(filesWith({ standby: null }))
    using other = makeRepository(filesWith({ standby: '5m' }))
    const [alone, stood] = [await played(one, false), await played(other, true)]
    expect(standbyIn(join(one.path, folder))).toBe(null)
    expect(existsSync(join(one.path, folder, '.sigma/host.log'))).toBe(false)
    for (const [at, text] of alone.entries()) expect(stood[at]).toBe(text)
    // All of it was walked, to its end.
    expect(alone.at(-1)).toContain('"status": "completed"')
    // It says nothing of its own.
    const root = join(other.path, folder)
    expect(readFileSync(join(root, '.sigma/host.log'), 'utf8')).toBe('')
    const { pid } = await untilStandby(root)
    expect((await sigma({ ...other, path: root }, 'stop')).exit).toBe(0)
    await untilGone(pid)
  })
})

const hook = fileURLToPath(new URL('./kit/killed-at.mjs', import.meta.url))
const dispatching = ['dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration']
const plainFiles = (limits: object = {}) =>
  Object.fromEntries(Object.entries(filesWith(limits)).map(([path, text]) => [path.replace(folder, ''), text]))
const sessionIn = ({ stdout }: Ended): string => /skill-([0-9a-f-]+)\.json/.exec(stdout)?.[1] ?? ''

/** A host that stands by and dies at that moment of the next call. */
async function dyingStandby(repository: Repository): Promise<number> {
  for (;;) {
    // One that an earlier command left may have come in between.
    const before = await untilStandby(repository.path)
    await sigma(repository, 'stop')
    await untilGone(before.pid)
    const args = ['--import', hook, repository.program ?? launcher, 'serve', '--standby']
    const env = { ...repository.env }
    const child = spawn(process.execPath, args, { cwd: repository.path, env, stdio: 'ignore', detached: true })
    child.unref()
    if ((await untilStandby(repository.path)).pid === child.pid) return child.pid
  }
}

test.for(['before-save', 'after-save', 'after-print'])(
  'a host that is killed %s leaves the line to the command, and it takes effect once',
  {
    timeout: 300_000,
  },
  async (point) => {
    using made = makeRepository(plainFiles())
    const repository = { ...made, env: { ...made.env, KILLED_AT: point } }
    const session = sessionIn(await sigma(repository, ...dispatching))
    const dying = await dyingStandby(repository)
    const args = ['step', '1', '--state', session, '--output', '{"title":"Once"}']
    const ended = await sigma(repository, ...args)
    await untilGone(dying)
    expect(ended, ended.stderr).toMatchObject({ exit: 0 })
    // Under another key it would be a step that was run already, and its text would be missing.
    expect(ended.stdout).toMatch(/^# Step 1[\s\S]*sigma step 2 --state/)
    const again = await sigma(repository, ...args)
    expect([again.exit, again.stdout]).toEqual([0, ended.stdout.slice(ended.stdout.indexOf('MANDATORY'))])

    const killed = await dyingStandby(repository)
    const begun = await sigma(repository, ...dispatching)
    await untilGone(killed)
    expect(begun, begun.stderr).toMatchObject({ exit: 0 })
    const states = JSON.parse((await sigma(repository, 'states', '--json')).stdout)
    expect(states).toHaveLength(2)
    expect(states).toContainEqual(expect.objectContaining({ session_id: sessionIn(begun) }))
  },
)

test('a command that is killed while its line is played finds the same directive when it is run again', {
  timeout: 300_000,
}, async () => {
  using repository = makeRepository(plainFiles())
  const session = sessionIn(await sigma(repository, ...dispatching))
  const { pid } = await untilStandby(repository.path)
  const args = ['step', '1', '--state', session, '--output', '{"title":"Once"}']
  for (const ms of [15, 25, 35, 50, 80]) {
    const { child, ended } = start(repository, args)
    setTimeout(() => child.kill('SIGKILL'), ms)
    await ended
  }
  const ended = await sigma(repository, ...args)
  expect(ended, ended.stderr).toMatchObject({ exit: 0, stdout: expect.stringContaining('sigma step 2 --state') })
  expect(await sigma(repository, 'states', '--json')).toMatchObject({
    stdout: expect.stringContaining('["INITIALIZED","GENERATE_TASK_ID"]'),
  })
  expect(standbyIn(repository.path)?.pid).toBe(pid)
})

test('of commands at once one wins, and each other is told that its output was not taken', {
  timeout: 300_000,
}, async () => {
  using repository = makeRepository(plainFiles())
  const session = sessionIn(await sigma(repository, ...dispatching))
  await untilStandby(repository.path)
  const titles = ['A', 'B', 'C', 'D']
  const all = await Promise.all(
    titles.map((title) => sigma(repository, 'step', '1', '--state', session, '--output', `{"title":"${title}"}`)),
  )
  const directives = all.map(({ stdout }) => /sigma step \d --state .*\.json/.exec(stdout)?.[0])
  expect(new Set(directives).size, JSON.stringify(all)).toBe(1)
  expect(all.filter(({ exit }) => exit === 0)).toHaveLength(1)
  for (const { exit, stdout } of all)
    if (exit !== 0)
      expect([exit, stdout]).toEqual([
        2,
        expect.stringMatching(/Another process|another output, and this one was not taken/),
      ])
  const [record] = JSON.parse((await sigma(repository, 'states', '--json')).stdout)
  expect(record.fsm.history).toEqual(['INITIALIZED', 'GENERATE_TASK_ID'])
})

test('it makes way for whoever is to have the project, and ends where it is of no use any more', {
  timeout: 300_000,
}, async () => {
  using repository = makeRepository(plainFiles({ standby: '2s' }))
  const session = sessionIn(await sigma(repository, ...dispatching))
  const first = await untilStandby(repository.path)
  // A configuration, an environment and a launcher that are others are not played by it.
  const elsewhere = { ...repository, env: { ...repository.env, SOMETHING: 'else' } }
  expect(await sigma(elsewhere, 'step', '0', '--state', session)).toMatchObject({ exit: 0 })
  await untilGone(first.pid)
  const second = await untilStandby(repository.path, first.pid)
  const { child, ended } = start(repository, ['serve'])
  await untilGone(second.pid)
  child.stdout?.once('data', () => child.kill('SIGTERM'))
  expect(await ended).toMatchObject({ exit: 0, stdout: expect.stringContaining('Ready') })
  // Idle.
  await sigma(repository, 'step', '0', '--state', session)
  await untilGone((await untilStandby(repository.path)).pid)
  // Removed.
  await sigma(repository, 'step', '0', '--state', session)
  const last = await untilStandby(repository.path)
  rmSync(repository.path, { recursive: true, force: true, maxRetries: 5 })
  await untilGone(last.pid)
  expect([isAlive(last.pid), existsSync(repository.path)]).toEqual([false, false])
})
