import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { began, branch, commit, found, imports, judge, reduced, reducedTest } from '../testing/branches.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

test('a branch whose tests demand what it brings passes, without a configuration, and nothing is left of the look', async () => {
  using project = await branch({ 'src/price.js': reduced, 'test/reduced.test.js': reducedTest })
  const before = await project.state()
  const played = await judge(project)
  expect([found(played), played.exit, played.result['verdict']], played.stderr).toEqual([[], 0, 'pass'])
  expect(played.result).toMatchObject({
    isConfigured: false,
    head: { branch: 'work' },
    base: { ref: 'main' },
    tests: { total: 4, passed: 4, fresh: 2, failingWithout: 2 },
    coverage: { covered: 4, total: 4 },
    files: { source: 1, tests: 1, others: 0 },
  })
  expect(played.stderr).toContain('No sigma.config.json: node:test, tests test/**')
  expect(await project.state()).toBe(before)
  expect(existsSync(join(project.root, '.sigma'))).toBe(false)
})

test('new tests that pass without the change prove nothing of it, and refuse it; a person may accept that', async () => {
  using project = await branch({
    'src/price.js': reduced,
    'test/more.test.js': `${imports}import { gross } from '../src/price.js'\ntest('doubles', () => equal(gross(200), 240))\n`,
  })
  const played = await judge(project)
  expect(played.exit).toBe(2)
  expect(found(played)).toEqual([
    ['refused', 'passes-without-change', 'test/more.test.js:4'],
    ['warning', 'change-uncovered', 'src/price.js:4'],
  ])
  const accepted = await judge(project, {}, '--accept', 'passes-without-change')
  expect(accepted.exit).toBe(0)
  expect(found(accepted)[0]).toEqual(['warning', 'passes-without-change', 'test/more.test.js:4'])
})

test('without any test nothing can be told, and that blocks', async () => {
  using project = await branch(
    { 'src/a.js': 'export const a = 2\n' },
    { 'package.json': '{ "type": "module" }\n', 'src/a.js': 'export const a = 1\n' },
  )
  const played = await judge(project)
  expect([played.exit, played.result['verdict'], found(played)[0]]).toEqual([
    2,
    'unknown',
    ['unjudged', 'no-tests', null],
  ])
})

test('what is asked for in vain gets a sentence and a command', async () => {
  using project = await temporaryProject(began)
  const world = commandWorld(project)
  const said = async (...args: readonly string[]) => {
    const { exit, stderr } = await world.run('gates', ...args)
    return [exit, stderr]
  }
  expect(await said('--base', 'origin/main')).toEqual([
    1,
    'error: "origin/main" is no commit, branch or tag that is here.\nhint: git fetch origin main:refs/remotes/origin/main\n',
  ])
  expect(await said('--base', 'main', '--all')).toEqual([64, expect.stringContaining('--all says nothing there')])
  expect(await said('--summary', 'x.md')).toEqual([64, expect.stringContaining('--summary needs --base')])
  expect(await said('--base', 'main', '--accept', 'test-vanishd')).toEqual([
    64,
    expect.stringContaining('did you mean "test-vanished"?'),
  ])
  expect(await said('--base', 'main', '--annotations', 'gitlab')).toEqual([
    64,
    expect.stringContaining('github or none'),
  ])
  expect(await said('--base', 'main', '--summary', 'nowhere/x.md')).toEqual([
    1,
    expect.stringContaining('there is no folder'),
  ])
  await project.git('checkout', '-q', '-b', 'work')
  await commit(project, {
    'package.json': '{ "devDependencies": { "vitest": "5" }, "scripts": { "test": "vitest run" } }',
  })
  expect(await said('--base', 'main')).toEqual([
    1,
    expect.stringMatching(/test runner vitest is not usable[\s\S]*hint: npm /),
  ])
})

test('a shallow clone is told how to become whole', async () => {
  using project = await branch({ 'src/price.js': reduced })
  const clone = join(project.root, '../clone')
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${project.root}`, clone])
  const played = await commandWorld({ root: clone, cache: project.cache }).run('gates', '--base', 'origin/main')
  expect([played.exit, played.stderr]).toEqual([1, expect.stringContaining('fetch-depth: 0')])
})

test('under GitHub Actions findings are annotations, and the summary is the job’s', async () => {
  using project = await branch({
    'src/price.js': reduced,
    'test/more.test.js': `${imports}import { gross } from '../src/price.js'\ntest('##[add-mask]x\\n::error::100%', () => equal(gross(200), 240))\n`,
  })
  const step = join(project.root, '../step.md')
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step, GITHUB_WORKSPACE: join(project.root, '..') }
  mkdirSync(join(project.root, '../out'), { recursive: true })
  const summary = join(project.root, '../out/summary.md')
  const { exit, stdout, stderr } = await commandWorld(project, { env }).run(
    'gates',
    '--base',
    'main',
    '--summary',
    summary,
  )
  expect(exit, stderr).toBe(2)
  const commands = `${stdout}${stderr}`.split('\n').filter((line) => /^\s*::|##\[/.test(line))
  expect(commands).toHaveLength(2)
  expect(commands[0]).toMatch(
    /^::error file=project\/test\/more\.test\.js,line=4,title=sigma gates%3A passes-without-change::test\/more\.test\.js › ##\[add-mask\]x/,
  )
  expect(commands[1]).toMatch(/^::warning file=project\/src\/price\.js,line=4,endLine=8,title=/)
  expect(readFileSync(step, 'utf8')).toContain('### ❌ The gates refuse this branch')
  expect(readFileSync(step, 'utf8').trim()).toBe(readFileSync(summary, 'utf8').trim())
  const json = await commandWorld(project, { env }).run('gates', '--base', 'main', '--json')
  expect(json.stdout.split('\n')).toHaveLength(2)
  expect(json.stdout).not.toContain('##[')
  expect(json.stderr).toContain('::error file=project/test/more.test.js')
})

test('the command line of the example workflow is one that sigma reads', async () => {
  using project = await temporaryProject(began)
  const workflow = readFileSync(new URL('../../../../examples/github-workflow.yml', import.meta.url), 'utf8')
  const [, line = ''] = /^ *- run: sigma (.*)$/m.exec(workflow) ?? []
  const [, accepted = ''] = /'(--accept [^']*)'/.exec(workflow) ?? []
  const words = line.replace('"$BASE"', 'main').replace('$ACCEPTED', accepted).split(' ')
  expect(words.slice(0, 3)).toEqual(['gates', '--base', 'main'])
  expect(words).toHaveLength(5)
  expect((await commandWorld(project).run(...words)).exit).toBe(0)
})
