/** `npm test` on a machine that lacks what some tests need: `scripts/machine.js`, and what is told in the end. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const machine = new URL('../scripts/machine.js', import.meta.url).href

/** A machine whose PATH has these programs alone. */
interface Bare extends Disposable {
  readonly path: string
  readonly installed: () => string
}

/** `apt-get` keeps what it is told, and installs a bubblewrap that works. */
function bareMachine(...programs: readonly string[]): Bare {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-bare-')))
  chmodSync(folder, 0o755)
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o755 })
  symlinkSync(process.execPath, join(folder, 'node'))
  const working = '#!/bin/sh\nexit 0\n'
  const apt = `#!/bin/sh\necho "$@" >> ${folder}/told\n[ "$1" = update ] && exit\nprintf '${working.replaceAll('\n', '\\n')}' > ${folder}/bwrap\n/bin/chmod +x ${folder}/bwrap\n`
  for (const name of programs) write(name, name === 'apt-get' ? apt : working)
  return {
    path: folder,
    installed: () => readFileSync(join(folder, 'told'), 'utf8'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What a program of ours says there, as root or as somebody who may install nothing. */
function said({ path }: Bare, uid: number, code: string) {
  const program = `
    Object.defineProperty(process, 'getuid', { value: () => ${uid} })
    const { absences, prepareMachine, remedyOf } = await import('${machine}')
    const fail = (sentence, hint) => { console.log(sentence, hint); process.exit(1) }
    ${code}`
  const args = ['--input-type=module', '-e', program]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { env: { PATH: path }, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const prepared = 'prepareMachine(fail); console.log(absences().map(({ need }) => need).join(" "))'

test('root on Debian gets what is missing, by one line and one apt-get', () => {
  using bare = bareMachine('git', 'gcc', 'script', 'apt-get')
  const { stdout, stderr, status } = said(bare, 0, prepared)
  expect(status, stderr).toBe(0)
  expect(stderr).toMatch(/^Installing for the tests, by apt-get \(once\): bubblewrap, chromium(, libfaketime)? …\n$/)
  expect(bare.installed()).toMatch(
    /^update -qq\ninstall -y -qq --no-install-recommends bubblewrap chromium( libfaketime)?\n$/,
  )
  expect(stdout).not.toContain('bubblewrap')
})

test('who is not root is asked to, and nothing is installed', () => {
  using bare = bareMachine('git', 'apt-get')
  const { stdout, stderr } = said(bare, 1000, `${prepared}; console.log(remedyOf(absences()))`)
  expect(stderr).toBe('')
  expect(bare.installed).toThrow('ENOENT')
  expect(stdout).toMatch(/^bubblewrap chromium gcc( libfaketime)? script\n/)
  expect(stdout).toMatch(/\nsudo apt-get install bubblewrap chromium gcc libc6-dev( libfaketime)? bsdutils\n$/)
})

test('without git nothing begins', () => {
  using bare = bareMachine('apt-get')
  expect(said(bare, 1000, prepared)).toMatchObject({
    status: 1,
    stdout: 'git was not found. sudo apt-get install git\n',
  })
})

test('a bubblewrap that is too old is told so', () => {
  using bare = bareMachine('git', 'gcc', 'script', 'apt-get')
  writeFileSync(join(bare.path, 'bwrap'), '#!/bin/sh\necho bubblewrap 0.6.1\n', { mode: 0o755 })
  const code =
    'const one = absences().filter(({ need }) => need === "bubblewrap"); console.log(one[0].why); console.log(remedyOf(one))'
  const { stdout } = said(bare, 0, code)
  expect(stdout).toBe(
    'bubblewrap 0.8 or newer is needed, and this is 0.6\nInstall bubblewrap 0.8 or newer; Debian 12 and Ubuntu 24.04 have it.\n',
  )
})

test('a bubblewrap that is there and may do nothing is told with its own words; no package helps', () => {
  using bare = bareMachine('git', 'gcc', 'script')
  writeFileSync(join(bare.path, 'bwrap'), '#!/bin/sh\necho "bwrap: No permissions" >&2; exit 1\n', { mode: 0o755 })
  const code =
    'const one = absences().filter(({ need }) => need === "bubblewrap"); console.log(one[0].why); console.log(remedyOf(one))'
  const { stdout } = said(bare, 0, code)
  expect(stdout).toMatch(/^bwrap does not work here: bwrap: No permissions\n/)
  expect(stdout).not.toContain('apt-get')
})

/** A test that needs a compiler, one that does not, and one that nobody asked for, on a machine without a compiler. */
const tests = `
  import { expect, test } from 'vitest'
  import { needs } from '${join(root, 'packages/engine/src/testing/needs.ts')}'
  test('compiles', () => { needs('gcc'); expect(1).toBe(2) })
  test('runs', () => expect(1).toBe(1))
  test('another', () => expect(1).toBe(2))`
const config = `export default {
  test: { provide: { absent: ['gcc'] }, reporters: ['${join(root, 'test/kit/not-run.ts')}'] },
}`

test.each([
  ['', 0, ''],
  ['true', 1, ', which counts as failed in CI'],
])('a test that cannot run here has not passed: with CI=%s the run ends with %i', (ci, exit, counts) => {
  using bare = bareMachine('git', 'script', 'bwrap', 'apt-get')
  symlinkSync(join(root, 'node_modules'), join(bare.path, 'node_modules'))
  writeFileSync(join(bare.path, 'a.test.ts'), tests)
  writeFileSync(join(bare.path, 'vitest.config.mjs'), config)
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', bare.path, '-t', 'compiles|runs']
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: bare.path,
    env: { PATH: bare.path, CI: ci },
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    `\nnot run here${counts}:\n  1 test needs gcc (gcc was not found)\nhint: sudo apt-get install gcc libc6-dev\n\n`,
  )
  expect(status).toBe(exit)
})
