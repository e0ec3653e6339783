import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'

const nowhere = { root: '/nonexistent', cache: '/nonexistent/cache' }
const proposed = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await commandWorld(nowhere).run('__complete', ...words)).stdout.split('\n').slice(0, -1)

test('the words of a command line are completed, each by what may stand there', async () => {
  expect(await proposed('st')).toEqual(['status', 'stop'])
  expect(await proposed('tdd', '--cov')).toEqual(['--cov-lines', '--cov-funcs', '--cov-branches', '--cov-statements'])
  expect(await proposed('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await proposed('nothing', 'like', 'it')).toEqual([])
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
