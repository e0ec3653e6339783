import { existsSync } from 'node:fs'
import { join } from 'node:path'
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

test('nothing of the project is started, and what is not known is told apart from what is wrong', async () => {
  using project = await temporaryProject(textModule)
  const marked = join(project.root, 'marked')
  const started = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(marked)}, '')\n`
  project.write({
    'test/shout.test.js': started,
    'mark.mjs': started,
    'sigma.config.json': JSON.stringify({ ...textConfig, checks: ['node mark.mjs'], sandbox: 'off' }),
  })
  await project.git('commit', '-q', '-a', '-m', 'Mark')
  const before = await project.state()
  const { exit, stdout, stderr } = await commandWorld(project).run('doctor')
  expect([exit, stderr]).toEqual([0, ''])
  expect([...stdout.matchAll(/^– {2}(.{17})/gm)].map(([, what = '']) => what.trim())).toEqual([
    'tests at HEAD',
    'check',
    'gates',
  ])
  expect(stdout).toMatch(/\nNothing is wrong; what is marked – was not tried\.\nhint: sigma doctor --proofs\n$/)
  expect((await commandWorld(project).run('doctor', '--json')).result).toMatchObject({
    ok: true,
    provedAt: null,
    proofs: [],
    findings: expect.arrayContaining([
      { what: 'gates', ok: true, saw: expect.anything(), hint: 'sigma doctor --proofs', untried: true },
    ]),
  })
  expect(existsSync(marked)).toBe(false)
  expect(await project.state()).toBe(before)
})
