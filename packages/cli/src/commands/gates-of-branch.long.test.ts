import { expect, test } from 'vitest'
import { began, branch, commit, found, imports, judge, reduced, reducedTest } from '../testing/branches.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const { 'test/price.test.js': priceTest = '' } = began

test('beside a test that demands the change, one that passes without it is only told', async () => {
  using project = await branch({
    'src/price.js': reduced,
    'test/reduced.test.js': `${reducedTest}import { gross } from '../src/price.js'
`,
    'test/more.test.js': `${imports}import { gross } from '../src/price.js'\ntest('doubles', () => equal(gross(200), 240))\n`,
  })
  const played = await judge(project)
  expect([found(played), played.exit]).toEqual([[['warning', 'passes-without-change', 'test/more.test.js:4']], 0])
})

test('an assertion that is dropped, a test that is gone and one that is skipped are refused', async () => {
  const text = `${imports}import { gross } from '../src/price.js'
test('adds the tax', () => {
  equal(gross(100), 120)
})
`
  using dropped = await branch({ 'test/price.test.js': text })
  const played = await judge(dropped)
  expect(played.exit).toBe(2)
  expect(found(played)).toEqual(
    expect.arrayContaining([
      ['refused', 'assertion-dropped', 'test/price.test.js:4'],
      ['refused', 'test-vanished', 'test/price.test.js'],
    ]),
  )
  using skipped = await branch({
    'test/price.test.js': priceTest.replace("test('adds", "test.skip('adds"),
  })
  const idle = await judge(skipped)
  expect([idle.exit, found(idle)[0]]).toEqual([2, ['refused', 'newly-skipped', 'test/price.test.js:4']])
})

test('tests that a branch takes away are missed, though no test is left to find them by', async () => {
  using project = await branch({ 'test/price.test.js': null, 'src/price.js': reduced })
  const played = await judge(project)
  expect(played.exit).toBe(2)
  expect(found(played).filter(([weight]) => weight === 'refused')).toEqual([
    ['refused', 'test-vanished', 'test/price.test.js'],
    ['refused', 'test-vanished', 'test/price.test.js'],
  ])
})

test('a test that is renamed is the same test, and one that asserts nothing any more is not', async () => {
  using renamed = await branch({
    'test/price.test.js': priceTest.replace('adds the tax', 'puts the tax on top'),
  })
  expect((await judge(renamed)).exit).toBe(0)
  using emptied = await branch({
    'src/price.js': reduced,
    'test/reduced.test.js': `${imports}import { reduced } from '../src/price.js'\ntest('reduces', () => { reduced(1, 2) })\n`,
  })
  const played = await judge(emptied)
  expect([played.exit, found(played)[0]]).toEqual([2, ['refused', 'asserts-nothing', 'test/reduced.test.js:4']])
})

test('lines that no test runs are told, and refused where the configuration wants them covered', async () => {
  const config = (lines: number) => JSON.stringify({ tests: { files: ['test/**'] }, coverage: { lines } })
  const changes = {
    'src/price.js': reduced,
    'test/reduced.test.js': reducedTest.replace(/test\('gives nothing.*\n/, ''),
  }
  using project = await branch(changes, { ...began, 'sigma.config.json': config(0) })
  const played = await judge(project)
  expect([found(played), played.exit], played.stderr).toEqual([[['warning', 'change-uncovered', 'src/price.js:6']], 0])
  using strict = await branch(changes, { ...began, 'sigma.config.json': config(100) })
  const refused = await judge(strict)
  expect([found(refused)[0], refused.exit]).toEqual([['refused', 'coverage-below', null], 2])
})

test('what failed at the base already is told apart from what fails now', async () => {
  const broken = `${imports}test('never passed', () => equal(1, 2))\n`
  using project = await branch(
    { 'src/price.js': reduced, 'test/reduced.test.js': reducedTest },
    { ...began, 'test/old.test.js': broken },
  )
  const played = await judge(project)
  expect([found(played), played.exit]).toEqual([[['notice', 'failed-at-base', 'test/old.test.js:3']], 0])
  await commit(project, { 'src/price.js': reduced.replace('1.2', '1.3') })
  const now = await judge(project)
  expect(now.exit).toBe(2)
  expect(found(now)).toContainEqual(['refused', 'test-fails', 'test/price.test.js:4'])
})

test('a branch of tests alone, or without a test, is told as what it is, and refused for neither', async () => {
  using alone = await branch({
    'test/more.test.js': `${imports}import { gross } from '../src/price.js'\ntest('doubles', () => equal(gross(200), 240))\n`,
  })
  expect(found(await judge(alone))).toEqual([['notice', 'only-tests', null]])
  using untested = await branch({ 'src/price.js': `${began['src/price.js']}// Taxes.\n`, 'package-lock.json': '{}' })
  const played = await judge(untested)
  expect([found(played), played.exit]).toEqual([
    [
      ['warning', 'change-not-demanded', null],
      ['notice', 'guarded-changed', 'package-lock.json'],
    ],
    0,
  ])
})

test('a test that waits for what the old source never does is one that fails there', { timeout: 300_000 }, async () => {
  using project = await branch({
    'src/price.js': `${reduced}export const later = (tell) => setTimeout(tell, 5)\n`,
    'test/later.test.js': `${imports}import * as price from '../src/price.js'
test('tells later', () => new Promise((resolve) => {
  const until = setInterval(() => {}, 1_000)
  price.later?.(() => { clearInterval(until); resolve() })
}))
test('takes a part off', () => equal(price.reduced?.(100, 0.25), 75))
test('gives nothing for more than all', () => equal(price.reduced?.(100, 2), 0))
`,
  })
  const played = await judge(project)
  expect(played.result, JSON.stringify(found(played))).toMatchObject({ verdict: 'pass', tests: { failingWithout: 3 } })
})

test('an uncommitted change is not judged, and said not to be; base and HEAD may be one', async () => {
  using project = await temporaryProject(began)
  const same = await commandWorld(project).run('gates', '--base', 'main')
  expect([same.exit, same.stdout]).toEqual([0, expect.stringMatching(/nothing to judge: main against main/)])
  await project.git('checkout', '-q', '-b', 'work')
  await commit(project, { 'README.md': 'Prices.\n' })
  project.write({ 'src/price.js': 'broken(' })
  const played = await commandWorld(project).run('gates', '--base', 'main')
  expect([played.exit, played.stderr]).toEqual([0, expect.stringContaining('uncommitted changes are not judged')])
  expect(played.stdout).toMatch(/✓ pass {2}work against main/)
})

test('a branch that names fewer tests, in its script or its configuration, still has to keep them all', async () => {
  const more = `${imports}import { gross } from '../src/price.js'\ntest('doubles', () => equal(gross(200), 240))\n`
  const script = (files: string) => `{ "type": "module", "scripts": { "test": "node --test ${files}" } }\n`
  using scripted = await branch(
    { 'package.json': script('test/price.test.js'), 'test/more.test.js': null },
    { ...began, 'package.json': script('test/*.test.js'), 'test/more.test.js': more },
  )
  expect(found(await judge(scripted))).toEqual([
    ['refused', 'test-vanished', 'test/more.test.js'],
    ['notice', 'guarded-changed', 'package.json'],
  ])
  const config = (files: string) => JSON.stringify({ tests: { files: [files] } })
  using configured = await branch(
    { 'sigma.config.json': config('test/price.test.js'), 'test/more.test.js': more.replace('240', '241') },
    { ...began, 'sigma.config.json': config('test/**'), 'test/more.test.js': more },
  )
  expect(found(await judge(configured))).toEqual([
    ['refused', 'test-fails', 'test/more.test.js:4'],
    ['notice', 'expectation-changed', 'test/more.test.js:4'],
    ['warning', 'guarded-changed', 'sigma.config.json'],
  ])
})

test('rows that are taken out of test data are told, for nobody sees whether they are corrected', async () => {
  const rows = `${imports}import { readFileSync } from 'node:fs'
import { gross } from '../src/price.js'
const rows = JSON.parse(readFileSync(new URL('./rows.json', import.meta.url), 'utf8'))
test('adds the tax to each', () => rows.forEach(([net, wanted]) => equal(gross(net), wanted)))
`
  using project = await branch(
    { 'test/rows.json': '[[100, 120]]' },
    { ...began, 'test/rows.test.js': rows, 'test/rows.json': '[[100, 120], [0, 0]]' },
  )
  const played = await judge(project)
  expect([found(played), played.exit]).toEqual([[['warning', 'test-data-lost', 'test/rows.json']], 0])
})
