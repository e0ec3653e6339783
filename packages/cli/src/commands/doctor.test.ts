import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textConfig, textModule } from '../testing/text-module.ts'

test.each<[string, object, string]>([
  ['a configuration', { tests: { runner: 'vitst' } }, 'configuration'],
  ['a runner', { tests: { runner: 'vitest' } }, 'test runner'],
  [
    'a variable that checks need as well',
    { tests: { env: { A: '$NOT_SET_AT_ALL' } }, checks: ['npm run a'] },
    'given to tests',
  ],
])('with %s that is not in order no gate is tried, and it is told once', async (_, settings, what) => {
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify({ ...textConfig, ...settings }),
  })
  const { exit, stdout, stderr } = await commandWorld(project).run('doctor')
  const [, ...failed] = stdout.split(/^✗ {2}/m)
  expect([exit, stderr, failed.map((each) => each.slice(0, 17).trim())]).toEqual([1, '', [what]])
  expect(stdout).toMatch(/\n\n1 of these failed\. The gates are not tried before it is put right\.\n$/)
  expect((await commandWorld(project).run('doctor', '--json')).result).toMatchObject({
    ok: false,
    provedAt: null,
    proofs: [],
  })
})
