/** A protocol that a project brings itself, as the example has it: typed, tried, confirmed, played. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { git, makeRepository, type Repository } from './kit/repository.ts'
import { launcher, resultOf, sigma, source } from './kit/sigma.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const example = join(root, 'examples/own-protocol')
const modules = join(root, 'node_modules')

/** As a user has it who installed Sigma beside the example. */
function ownProject(): Repository {
  const repository = makeRepository({ '.gitignore': 'node_modules\n' }, example)
  const at = (name: string): string => join(repository.path, 'node_modules', name)
  for (const name of ['@sigma', '@types']) mkdirSync(at(name), { recursive: true })
  const installed = launcher === source ? join(root, 'packages/cli') : dirname(dirname(launcher))
  symlinkSync(installed, at('@sigma/cli'))
  for (const name of ['zod', '@types/node']) symlinkSync(join(modules, name), at(name))
  const { SIGMA_TRUST: _, ...env } = repository.env
  return { ...repository, env }
}

function run({ path, env }: Repository, ...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: path, env, encoding: 'utf8' })
}

test('the example is typed by the package, and its own tests pass', () => {
  using project = ownProject()
  // Sigma's sources need more of the language than their declarations.
  const newest = launcher === source ? ['--lib', 'esnext'] : []
  const types = run(project, join(modules, 'typescript/bin/tsc'), '--project', '.', ...newest)
  expect(types.stdout + types.stderr).toBe('')
  const tests = run(project, '--test', 'sigma.protocols/*.test.ts')
  expect(tests.stdout, tests.stderr).toContain('pass 3')
  expect(tests.status).toBe(0)
})

test('it is left out until it is confirmed as it stands; then it is checked and played like any other', async () => {
  using project = ownProject()
  const left = await sigma(project, 'changelog', '1.0.0')
  expect(left.exit).toBe(64)
  expect(left.stderr).toBe(
    'note: The protocols of sigma.protocols/ are left out: you have not confirmed them.\nhint: sigma trust\nerror: There is no command "changelog".\nhint: sigma --help\n',
  )
  const asked = await sigma(project, 'trust', '--json')
  const { protocolsDigest, digest } = JSON.parse(asked.stdout)
  expect(asked.stderr).not.toContain('left out')
  // A machine may be told by digests.
  const told = { ...project, env: { ...project.env, SIGMA_TRUST: `${digest},${protocolsDigest}` } }
  expect((await sigma(told, 'protocol', 'check', 'changelog')).stdout).toMatch(/every reachable state\n.*none\n/)

  expect((await sigma(project, 'trust', '--yes')).exit).toBe(0)
  const checked = await sigma(project, 'protocol', 'check', 'changelog', '--limits', 'tries=4')
  expect(checked.stdout, checked.stderr).toMatch(/every reachable state\n.*none\n/)
  expect((await sigma(project, '--help')).stdout).toContain('Have an entry of the change log written')
  const ended = await sigma(project, 'changelog', '1.0.0')
  const result = resultOf(ended)
  expect(result, ended.stderr).toMatchObject({ success: true, status: 'The entry for 1.0.0 is written.' })
  expect(git(project, 'show', `sigma/${result.run}:CHANGELOG.md`)).toContain('## 1.0.0\n\n- All is new.')
  expect((await sigma(project, 'log')).stdout).toContain('no-entry: CHANGELOG.md says nothing of 1.0.0.')
  const waits = await sigma(project, 'changelog', '1.0.1', '--tries', '1')
  expect([waits.exit, resultOf(waits).outcome]).toEqual([3, 'waiting'])
  expect((await sigma(project, 'inbox')).stdout).toContain('There is no good entry for 1.0.1. What now?')

  writeFileSync(join(project.path, 'sigma.protocols/more.ts'), 'export default 3\n')
  expect((await sigma(project, 'inbox')).stderr).toContain('you have not confirmed them')
  const refused = await sigma(project, 'resume', resultOf(waits).run)
  expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('sigma.protocols')])
})

test.for([
  ['is no kit', 'export default 3\n', 'its default export is no protocol; make it with `ownProtocol`.'],
  ['is no program', 'export default {\n', 'Expected'],
  ['takes a name of Sigma’s', `export { default } from './changelog.ts'\n`, 'Two protocols bring'],
  [
    'loads what was not confirmed',
    `import '../agent.mjs'\nexport { default } from './changelog.ts'\n`,
    'it imports "../agent.mjs", which lies outside of sigma.protocols/ and is not confirmed.',
  ],
  [
    'lacks a part',
    `import { ownProtocol } from '@sigma/cli/protocol'\nexport default ownProtocol({ abuot: () => ({}) } as any)\n`,
    'its "protocol" is missing, or is not what ownProtocol takes.',
  ],
  ['loads a package', `import 'zod'\nexport default 3\n`, 'it imports "zod", which lies outside'],
] as const)('a file that %s is left out, and the rest goes on', async ([, text, why]) => {
  using project = ownProject()
  writeFileSync(join(project.path, 'sigma.protocols/more.ts'), text)
  const env = { ...project.env, SIGMA_TRUST: 'all' }
  const { stderr, stdout, exit } = await sigma({ ...project, env }, 'protocol', 'check', 'changelog')
  expect(stderr).toContain('note: sigma.protocols/more.ts is left out: ')
  expect(stderr).toContain(why)
  expect([exit, stdout]).toEqual([0, expect.stringContaining('every reachable state')])
})

test('it is loaded as modules, whatever the package around it says of its own files', async () => {
  using project = ownProject()
  const at = join(project.path, 'package.json')
  writeFileSync(at, JSON.stringify({ ...JSON.parse(readFileSync(at, 'utf8')), type: 'commonjs' }))
  const { stderr, exit } = await sigma(
    { ...project, env: { ...project.env, SIGMA_TRUST: 'all' } },
    'protocol',
    'check',
    'changelog',
  )
  expect([stderr, exit]).toEqual(['', 0])
})

test('a machine that throws, or never ends, stops its run by a sentence that names it', {
  timeout: 60_000,
}, async () => {
  for (const [does, why] of [
    ['throw new Error("Oh.")', 'it throws: Oh.'],
    ['for (;;);', 'more than 10 seconds'],
  ]) {
    using project = ownProject()
    const at = join(project.path, 'sigma.protocols/changelog.ts')
    writeFileSync(at, readFileSync(at, 'utf8').replace("    case 'judged':\n", `    case 'judged': ${does}\n`))
    const env = { ...project.env, SIGMA_TRUST: 'all' }
    const { stderr, exit } = await sigma({ ...project, env }, 'changelog', '1.0.0')
    expect(stderr).toContain('error: The protocol changelog fails at judged in checking: ')
    expect(stderr).toContain(why)
    expect(stderr).toContain('hint: sigma protocol check changelog')
    expect(exit).toBe(1)
  }
})

test('a link is no protocol: what it leads to could change without being asked for again', async () => {
  proves('T30')
  using project = ownProject()
  expect((await sigma(project, 'trust', '--yes')).exit).toBe(0)
  writeFileSync(join(project.path, 'other.ts'), "process.stderr.write('ran')\n")
  symlinkSync('../other.ts', join(project.path, 'sigma.protocols/linked.ts'))
  const { stderr, exit } = await sigma(project, 'protocol', 'check', 'changelog')
  expect([stderr, exit]).toEqual(['', 0])
})
