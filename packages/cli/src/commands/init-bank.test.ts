import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld, type WorldOptions } from '../testing/command-world.ts'
import { type Files, type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

const shop: Files = {
  'package.json': '{ "name": "shop", "description": "Sells letters", "scripts": { "test": "node --test" } }\n',
  'README.md': '# Shop\n\n[![badge](x)](y)\n\nLetters, <b>sold</b>.\n\n## Install\n\n```sh\n## no heading\n```\n',
  'src/auth/login.js': 'export function login(user) {}\n',
  'src/auth/logout.js': 'export function logout() {}\n',
  'src/prices.js': 'export const prices = (text) => text\n',
  'src/index.js': "export * from './prices.js'\n",
  'test/prices.test.js': '',
  '.github/workflows/ci.yml': 'on: push\n',
}

const init = (project: TemporaryProject, options: WorldOptions = {}) => {
  const { run } = commandWorld(project, options)
  return (...args: readonly string[]) => run('init', '--no-try', '--bank', ...args)
}
const text = ({ root }: TemporaryProject, path: string): string => readFileSync(join(root, 'memory-bank', path), 'utf8')
const designs = ['auth', 'prices'].map((name) => `memory-bank/modules/${name}/design.md`)
const slots = ['projectbrief', 'systemPatterns', 'techContext', 'activeContext', 'progress', 'symbols'].map(
  (name) => `memory-bank/${name}.md`,
)

test('a new project gets a bank, and nobody is asked', async () => {
  proves('DPTR-125')
  using project = await temporaryProject({ 'package.json': '{}\n' })
  const asked: string[] = []
  const typed = async (prompt: string): Promise<string> => {
    asked.push(prompt)
    return ''
  }
  const { exit, stdout } = await init(project, { typed })('--agent', 'node a.mjs')
  expect([exit, asked]).toEqual([0, []])
  expect(stdout).toBe(['sigma.config.json', ...slots].map((path) => `wrote ${path}\n`).join(''))
  const { run } = commandWorld(project)
  expect((await run('memory', 'check')).exit).toBe(0)
  expect(await project.git('status', '--porcelain')).not.toContain('.sigma')
})

test('an existing project is drafted from what is there, and a person confirms the modules once', async () => {
  proves('DPTR-125')
  using project = await temporaryProject(shop)
  const asked: string[] = []
  const typed = async (prompt: string): Promise<string> => {
    asked.push(prompt)
    return ''
  }
  const { exit, stdout, stderr } = await init(project, { typed })()
  expect([exit, asked.length]).toEqual([0, 1])
  expect(stderr).toMatch(/ {2}auth: src\/auth\/login\.js, src\/auth\/logout\.js\n {2}prices: src\/prices\.js\n/)
  for (const path of [...slots, ...designs]) expect(stdout).toContain(`wrote ${path}\n`)
  expect(text(project, 'projectbrief.md')).toContain(
    '`shop`: Sells letters\n\n> Letters, \\<b\\>sold\\</b\\>.\n\nREADME.md speaks of:\n\n- Install\n',
  )
  expect(text(project, 'techContext.md')).toContain('- `.github/workflows/ci.yml`\n')
  expect(text(project, 'techContext.md')).toContain('- 1 file by node:test: `test/**`\n')
  expect(text(project, 'modules/auth/design.md')).toContain('export function login(user)\nexport function logout()\n')
  const { run } = commandWorld(project)
  expect(await run('memory', 'check')).toMatchObject({ exit: 0, stdout: expect.stringContaining('2 modules') })
  expect((await run('memory', 'bank')).stdout).toMatch(/^σ₃ tech .* drafted, not looked at$/m)
  // The confirmed modules stand in the bank: nobody is asked again, and every file stays as it is.
  const again = await init(project, { typed })()
  expect([again.exit, again.stdout, asked.length]).toEqual([0, 'memory-bank is there already, and stays as it is\n', 1])
})

test('a person changes the list that is proposed', async () => {
  proves('DPTR-125')
  using project = await temporaryProject(shop)
  const { exit } = await init(project, { typed: async () => 'prices, orders' })()
  expect(exit).toBe(0)
  expect(text(project, 'systemPatterns.md')).toContain('\n- `prices`: `src/prices.js`\n- `orders`: not written yet\n')
  expect(existsSync(join(project.root, 'memory-bank/modules/auth'))).toBe(false)
})

test.each<[string, readonly string[], string | null]>([
  ['--yes', ['--yes'], 'auth, prices'],
  ['--modules', ['--modules', 'prices,src/auth'], 'prices, src/auth'],
  ['--modules none', ['--modules', 'none'], ''],
  ['nothing', [], null],
])('where nobody is at the terminal, %s decides', async (_, flags, confirmed) => {
  proves('DPTR-125')
  using project = await temporaryProject(shop)
  const { exit, stderr } = await init(project)(...flags)
  if (confirmed === null) {
    expect([exit, await project.git('status', '--porcelain')]).toEqual([3, ''])
    expect(stderr).toBe(
      'error: The modules seem to be auth, prices; a person has to confirm that, and nothing was written.\nhint: sigma init --bank --yes, or name them: sigma init --bank --modules auth,shop (or none)\n',
    )
    return
  }
  expect(exit).toBe(0)
  const listed = [...text(project, 'systemPatterns.md').matchAll(/^- `([^`]+)`: (?!\d+ files?$)/gm)].map(
    ([, name]) => name,
  )
  expect(listed.join(', ')).toBe(confirmed)
})

test('an agent confirms nothing, and a wrong list writes nothing', async () => {
  using project = await temporaryProject(shop)
  expect(await init(project, { env: { SIGMA_PROCESS: '1' } })('--yes')).toMatchObject({ exit: 1 })
  expect(await init(project, { typed: async () => '../out' })()).toMatchObject({
    exit: 64,
    stderr: expect.stringMatching(
      /error: This is no list of modules, and nothing was written: a module is a path .*\.\nhint: sigma init --bank --modules/,
    ),
  })
  expect(await init(project)('--modules', 'a,A')).toMatchObject({ exit: 64 })
  expect(await init(project)('--modules', 'a`b')).toMatchObject({ exit: 64 })
  expect(await init(project, { typed: async () => 'No' })()).toMatchObject({ exit: 3 })
  const stop = new AbortController()
  const interrupted = async (): Promise<null> => {
    stop.abort()
    return null
  }
  expect(await init(project, { typed: interrupted, signal: stop.signal })()).toMatchObject({
    exit: 130,
    stderr: expect.stringMatching(/error: Sigma was interrupted before anything was begun\.\n/),
  })
  expect(await commandWorld(project).run('init', '--yes')).toMatchObject({ exit: 64 })
  expect(await project.git('status', '--porcelain')).toBe('')
})

test('no file that exists is changed, in the bank of another tool neither', async () => {
  proves('DPTR-125', 'SIG-103')
  const bank = { 'memory-bank/projectBrief.md': '# Brief\n', 'memory-bank/progress.md': '# Progress\n' }
  using project = await temporaryProject({ ...shop, ...bank, 'sigma.config.json': '{}\n' })
  const { exit, stdout } = await init(project)('--yes')
  expect([exit, stdout]).toEqual([
    0,
    [slots[1], slots[2], slots[3], slots[5], ...designs].map((path) => `wrote ${path}\n`).join(''),
  ])
  expect(await project.git('status', '--porcelain')).toBe(
    ['activeContext.md', 'modules/', 'symbols.md', 'systemPatterns.md', 'techContext.md']
      .map((path) => `?? memory-bank/${path}\n`)
      .join(''),
  )
})

test('with --force drafts that nobody changed are drafted anew, and nothing else is', async () => {
  proves('DPTR-125')
  using project = await temporaryProject(shop)
  const run = init(project)
  await run('--yes')
  const brief = `${text(project, 'projectbrief.md')}Mine.\n`
  writeFileSync(join(project.root, 'memory-bank/projectbrief.md'), brief)
  writeFileSync(join(project.root, 'src/prices.js'), 'export function cheap() {}\n')
  const { exit, stdout } = await run('--force')
  expect([exit, stdout]).toEqual([0, 'wrote sigma.config.json\nwrote memory-bank/modules/prices/design.md\n'])
  expect([text(project, 'projectbrief.md'), text(project, 'modules/prices/design.md').includes('cheap')]).toEqual([
    brief,
    true,
  ])
})

test('what a link has lie outside of the project is not read', async () => {
  using project = await temporaryProject({ ...shop, 'README.md': '' })
  mkdirSync(join(project.cache, 'out'), { recursive: true })
  writeFileSync(join(project.cache, 'out/README.md'), '# Title\n\nA secret of somebody.\n')
  rmSync(join(project.root, 'README.md'))
  symlinkSync(join(project.cache, 'out/README.md'), join(project.root, 'README.md'))
  expect((await init(project)('--yes')).exit).toBe(0)
  expect(text(project, 'projectbrief.md')).not.toContain('secret')
})

test('a run of everything leaves out designs that were drafted and nobody looked at', async () => {
  using project = await temporaryProject({ ...shop, 'agent.mjs': '' })
  await init(project)('--yes', '--agent', 'node agent.mjs')
  expect(await commandWorld(project).run('run')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(
      /^error: Nobody has looked at the designs that sigma init drafted: auth, prices\.\nhint: /m,
    ),
  })
})
