import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { locate } from '../project/place.ts'
import { tryTests } from '../set-up/trial.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { type Files, temporaryProject } from '../testing/temporary-project.ts'

const sums: Files = {
  'package.json': '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n',
  'CLAUDE.md': 'Sums are exact.\n',
  'src/add.js': 'export const add = (a, b) => a + b\n',
  'test/add.test.js':
    "import { equal } from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { add } from '../src/add.js'\ntest('adds', () => equal(add(1, 2), 3))\n",
}
const old = "import { test } from 'node:test'\ntest('is from before', () => { throw new Error('old') })\n"

/** The confirmations of a person are kept in the home folder, which is the project itself in tests. */
const elsewhere = { XDG_CONFIG_HOME: join(tmpdir(), `sigma-init-${process.pid}`) }
afterAll(() => rmSync(elsewhere.XDG_CONFIG_HOME, { recursive: true, force: true }))

beforeEach(() => needs('bubblewrap'))

test('init says in under ten lines what it found, and tries it at HEAD; it leaves nothing but its file', {
  timeout: 60_000,
}, async () => {
  using project = await temporaryProject({ ...sums, 'test/old.test.js': old })
  const { exit, stdout, stderr } = await commandWorld(project, { env: elsewhere }).run('init', '--agent', 'person')
  expect([exit, stdout + stderr.replace(/\d+\.\ds/, 'N s')]).toEqual([
    0,
    `wrote sigma.config.json
package  sums; npm
runner   node:test (scripts.test)
tests    test/** (2 files)
source   src/** (1 file)
words    CLAUDE.md: told to agents once you confirm them (sigma trust)
trial    1 pass, 1 fail at HEAD (N s): test/old.test.js › is from before
next     sigma init --example <module>, sigma doctor, sigma tdd <module>
`,
  ])
  expect(await project.git('status', '--porcelain', '--ignored')).toBe('?? sigma.config.json\n')
})

test('tests that write outside of their checkout find that they cannot', { timeout: 60_000 }, async () => {
  using project = await temporaryProject(sums)
  const marked = join(project.root, 'marked')
  project.write({
    'test/add.test.js': `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(marked)}, '')\n`,
  })
  await project.git('commit', '-q', '-a', '-m', 'Mark')
  const { result } = await commandWorld(project).run('init', '--agent', 'person', '--json')
  expect(result).toMatchObject({ trial: { kind: 'ran', passed: 0 } })
  expect(existsSync(marked)).toBe(false)
})

test('an interrupted trial keeps the configuration, and says so', { timeout: 60_000 }, async () => {
  using project = await temporaryProject({
    ...sums,
    'test/slow.test.js':
      "import { test } from 'node:test'\ntest('is slow', () => new Promise((done) => setTimeout(done, 60_000)))\n",
  })
  const stop = new AbortController()
  const world = commandWorld(project, { signal: stop.signal, terminal: 'stderr', env: elsewhere })
  const running = world.run('init', '--agent', 'person')
  await expect.poll(() => world.printed(), { timeout: 30_000 }).toContain('the tests run')
  // `sigma init` says that it wrote the configuration before it tries the tests.
  expect(world.printed()).toMatch(/^wrote sigma\.config\.json\n[\s\S]*Trying the tests once; Ctrl-C leaves that out: /)
  stop.abort()
  expect(await running).toMatchObject({
    exit: 130,
    stderr: expect.stringContaining('interrupted; the configuration is written'),
  })
  expect(existsSync(join(project.root, 'sigma.config.json'))).toBe(true)
  expect(await project.git('status', '--porcelain')).toBe('?? sigma.config.json\n')
})

test.each<[string, Files, readonly string[], string]>([
  ['there is no commit', {}, [], 'not tried: the repository'],
  ['it was not asked for', sums, ['--no-try'], ''],
])('where %s nothing is run', async (_, files, flags, said) => {
  using project = await temporaryProject(files)
  if (said !== '') await project.git('update-ref', '-d', 'HEAD')
  const { exit, stderr } = await commandWorld(project).run('init', '--agent', 'person', ...flags)
  const [line = ''] = /^trial.*$/m.exec(stderr) ?? []
  expect([exit, line]).toEqual([0, said === '' ? '' : expect.stringContaining(said)])
})

test('where nothing confines tests, none of a repository is run by looking at it', async () => {
  using project = await temporaryProject(sums)
  const world = worldOf(project)
  const config = configSchema.parse({ sandbox: 'off' })
  const opened = { ...locate(world), config }
  expect(await tryTests(world, opened, () => {})).toMatchObject({ kind: 'left-out', hint: 'sigma gates' })
})
