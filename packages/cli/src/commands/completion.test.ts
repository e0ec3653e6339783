import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const nowhere = { root: '/nonexistent', cache: '/nonexistent/cache' }
const proposed = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await commandWorld(nowhere).run('__complete', ...words)).stdout.split('\n').slice(0, -1)

test('the words of a command line are completed, each by what may stand there', async () => {
  expect(await proposed('st')).toEqual(['step', 'states', 'status', 'stop', 'strength'])
  expect(await proposed('tdd', '--cov')).toEqual(['--cov-lines', '--cov-funcs', '--cov-branches', '--cov-statements'])
  expect(await proposed('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await proposed('nothing', 'like', 'it')).toEqual([])
})

test('runs, modules and decisions are offered where they are wanted, and nothing where there is none', async () => {
  const blocked = { when: { phase: 'RED' }, answer: '→[BL, which separator?]' }
  using project = await temporaryProject({
    ...textModule,
    'memory-bank/modules/src/other/tdd_plan.md': '',
    'script.json': scriptOf(blocked),
  })
  const world = commandWorld(project)
  const words = async (...some: readonly string[]): Promise<readonly string[]> => {
    const { exit, stdout, stderr } = await world.run('__complete', ...some)
    expect([exit, stderr]).toEqual([0, ''])
    return stdout.split('\n').slice(0, -1)
  }
  expect(await words('tdd', '')).toEqual(['src/other', 'text'])
  expect(await words('status', 't')).toEqual([])
  const run = String((await world.run('tdd', 'text')).result['run'])
  for (const command of ['status', 'log', 'why', 'resume', 'stop', 'diff', 'doctor'])
    expect(await words(command, ''), command).toEqual(['text', run])
  const [decision = ''] = await words('decide', '')
  expect(decision).toMatch(new RegExp(`^${run}/`))
  const options = await words('decide', decision, '')
  expect(options).toContain('abort')
  expect(await words('decide', decision, 'ab')).toEqual(['abort'])
  expect(await words('decide', 'nothing', '')).not.toContain('abort')
  await world.run('decide', decision, 'abort')
  expect(await words('resume', run)).toEqual([])
  project.write({ '.sigma/sigma.db': 'no store' })
  expect(await words('status', 'te')).toEqual([])
})

test('bash takes the script, and asks sigma for proposals', async () => {
  const { stdout: script } = await commandWorld(nowhere).run('completion', 'bash')
  const asking = `sigma() { printf '%s\\n' "asked $*" second; }
${script}
COMP_WORDS=(sigma status te); COMP_CWORD=2; _sigma; printf '%s\\n' "\${COMPREPLY[@]}"`
  expect(spawnSync('bash', ['-c', asking], { encoding: 'utf8' }).stdout).toBe('asked __complete status te\nsecond\n')
})

test('another shell is refused by name', async () => {
  const { exit, stderr } = await commandWorld(nowhere).run('completion', 'tcsh')
  expect(stderr).toContain('bash, zsh or fish is wanted.')
  expect(exit).toBe(64)
})
