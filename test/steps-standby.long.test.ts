/** Step commands by the host that stands by, and by processes of their own: what is printed and recorded is the same. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, type Repository } from './kit/repository.ts'
import { launcher, sigma, start } from './kit/sigma.ts'
import { standbyIn, untilGone, untilStandby } from './kit/standby.ts'

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
  }),
})

interface Call {
  readonly args: readonly string[]
  /** Relative to the project. */
  readonly cwd?: string
  readonly input?: string
  /** Files of the project that are written before; null: removed. */
  readonly before?: Readonly<Record<string, string | null>>
  /** Played by a process of its own. */
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
  text
    .replaceAll(/^ *(\d+m)? *[\d.]+s {2}/gm, 'TIME  ')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')

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
    const ended = spawnSync(process.execPath, [program, ...typed], { cwd: join(root, cwd), env, input, encoding: 'utf8' })
    session = /skill-([0-9a-f]{8}-[0-9a-f]{3})\.json/.exec(ended.stdout)?.[1] ?? session
    said.push(`${args.join(' ').slice(0, 200)}\n${ended.status}\n${plain(ended.stdout)}\n--\n${plain(ended.stderr)}`)
    if (!isStandby) continue
    if (known !== null && !isWhole) expect(standbyIn(root)?.pid, `${args.join(' ').slice(0, 200)} was played there`).toBe(known)
    known = (await untilStandby(root, isWhole ? known : null)).pid
  }
  const record = readFileSync(join(root, state.replace('ID', session)), 'utf8')
  return [...said, plain(record)]
}

test('each command prints and records the same, whoever plays it', { timeout: 900_000 }, async () => {
  using one = makeRepository(filesWith({ standby: null }))
  using other = makeRepository(filesWith({ standby: '5m' }))
  const [alone, stood] = [await played(one, false), await played(other, true)]
  expect(standbyIn(join(one.path, folder))).toBe(null)
  expect(existsSync(join(one.path, folder, '.sigma/host.log'))).toBe(false)
  for (const [at, text] of alone.entries()) expect(stood[at]).toBe(text)
  // It says nothing of its own.
  const root = join(other.path, folder)
  expect(readFileSync(join(root, '.sigma/host.log'), 'utf8')).toBe('')
  const { pid } = await untilStandby(root)
  expect((await sigma({ ...other, path: root }, 'stop')).exit).toBe(0)
  await untilGone(pid)
})
