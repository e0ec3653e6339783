/** Verdicts are taken twice: what a run says by chance passes no gate (SIG-52, F52). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { green as done, red as failing, slugTest, source, start, tests } from './proofs/slug.ts'

const folder = await mkdtemp(join(tmpdir(), 'sigma-flakes-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let number = 0

/** A trial whose tests know the how-manieth run of the project this is, from 1: chance with a seed. */
async function seeded() {
  const counter = join(folder, `runs-${number++}`)
  await writeFile(counter, '')
  const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':'), COUNTER: counter }
  return { ...trial(env), again: () => writeFile(counter, '') }
}

/** In the first file that runs; each run counts itself. */
const counting = `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(process.env.COUNTER, '.')
const run = readFileSync(process.env.COUNTER, 'utf8').length
`
const flake = (code: string): string => tests(`${counting}${code}`)
const isRun = (command: readonly string[]): boolean => command.some((part) => part.endsWith('.test.js'))
const runsIn = (started: readonly string[][]): number => started.filter(isRun).length

test('a new test that fails and then passes is flaky, and RED takes it for nothing', async () => {
  proves('SIG-52', 'F52')
  const { red } = await seeded()
  const dice = flake(`test('throws dice', () => assert.equal(source.shout('a'), run === 1 ? 'B' : 'A'))`)
  const judged = await red(start, { ...start, 'test/dice.test.js': dice })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['flaky'] })
  expect(judged.findings[0]?.message).toMatch(
    /^test\/dice\.test\.js › throws dice has two outcomes .* first it failed \(AssertionError: .*; then it passed\.$/s,
  )
  expect(judged.seen.again).toMatchObject({ how: 'plain', flaky: ['test/dice.test.js › throws dice'] })
})

test('a new test that passes and then fails is as flaky, and so is one that fails for another reason', async () => {
  proves('SIG-52', 'F52')
  const passes = await seeded()
  const later = flake(`test('dice', () => assert.equal(source.shout('a'), run === 1 ? 'A' : 'B'))`)
  expect((await passes.red(start, { ...start, 'test/dice.test.js': later })).rules).toEqual(['flaky'])
  const reasons = await seeded()
  const stumbles = flake(`test('dice', () => run === 1 ? assert.equal(source.shout('a'), 'B') : source.gone.there)`)
  const judged = await reasons.red(start, { ...start, 'test/dice.test.js': stumbles })
  expect(judged.rules).toEqual(['flaky'])
  expect(judged.findings[0]?.message).toMatch(/first it failed \(AssertionError.*then it failed \(TypeError/s)
})

test('GREEN passes no test that fails the second time, nor puts one down to the developer that passes then', async () => {
  proves('SIG-52', 'F52')
  const { red, green, again } = await seeded()
  const wish = (code: string) => ({ 'test/old.test.js': flake(`test('shouts', () => { ${code} })`) })
  const steady = wish(`assert.equal(source.shout('a'), 'A')`)
  const before = { ...start, ...steady }
  // RED runs it twice, before it and after it: it has nothing to do with the new test.
  for (const when of ['run !== 3', 'run !== 4']) {
    await again()
    const dice = wish(`assert.equal(source.shout('a'), ${when} ? 'A' : 'B')`)
    const accepted = await red({ ...start, ...dice }, { ...failing, ...dice })
    const judged = await green({ ...start, ...dice }, accepted, { ...done, ...dice })
    expect(judged).toMatchObject({ verdict: 'fail', rules: ['flaky'] })
    expect(judged.findings[0]?.remedy).toMatch(/time, chance, order/)
    expect(judged.seen.takenBack).toBeNull()
  }
  const honest = await green(before, await red(before, { ...failing, ...steady }), { ...done, ...steady })
  expect(honest).toMatchObject({ verdict: 'pass', findings: [] })
})

test('a file that ends its process in one of two runs is named once, with what happened', async () => {
  proves('SIG-52')
  const { red } = await seeded()
  const dies = flake(
    `test('a', () => assert.equal(source.slug('x'), 'x'))\ntest('b', () => assert.equal(source.slug('y'), 'y'))\nif (run > 1) process.exit(3)`,
  )
  const judged = await red(start, { ...start, 'test/dies.test.js': dies })
  expect(judged.findings.map(({ rule, message }) => [rule, message.split(' ')[0]])).toEqual([
    ['flaky', 'test/dies.test.js'],
  ])
})

test('an old test that failed before the cycle may do as it likes in RED', async () => {
  const { red } = await seeded()
  const wish = {
    'test/wish.test.js': flake(`test('dice', () => assert.equal(source.shout('a'), run === 2 ? 'A' : 'B'))`),
  }
  const judged = await red({ ...start, ...wish }, { ...failing, ...wish })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
})

test('on a combination a test that fails once is flaky, one that fails twice fails, and what passes is run once', async () => {
  proves('SIG-52', 'F52')
  const { judge, checkouts, again, processes } = await seeded()
  const cycles = async (files: typeof done) => ({
    // Of another tree, for no tree is run twice where nothing fails.
    cycles: [{ name: 'C1', accepted: { commit: await checkouts.commit({ ...files, 'NOTE.md': '' }), evidence: null } }],
  })
  const dice = (code: string) => ({ ...done, 'test/dice.test.js': flake(`test('dice', () => ${code})`) })
  const once = dice(`assert.notEqual(run, 2)`)
  const judged = await judge('combined', once, await cycles(once))
  expect(judged.rules).toEqual(['flaky'])
  expect(judged.findings[0]?.message).toMatch(/^the combination: test\/dice\.test\.js › dice has two outcomes/)
  await again()
  const twice = dice(`assert.ok(run < 2)`)
  expect((await judge('combined', twice, await cycles(twice))).rules).toEqual(['test-fails'])
  const begun = runsIn(processes.started)
  expect((await judge('combined', done, await cycles(done))).verdict).toBe('pass')
  expect(runsIn(processes.started) - begun).toBe(2)
})

test('what a first run leaves in its folder decides nothing about the second', async () => {
  proves('SIG-52')
  const { red, green } = await seeded()
  const leaves = `import { existsSync, writeFileSync } from 'node:fs'
test('is the first', () => { assert.ok(!existsSync('left')); writeFileSync('left', source.shout('a')) })`
  const old = { 'test/leaves.test.js': tests(leaves) }
  const judged = await green({ ...start, ...old }, await red({ ...start, ...old }, { ...failing, ...old }), {
    ...done,
    ...old,
  })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
})

test('a pass costs GREEN four runs, of which the last two are of the new tests alone, and RED two', async () => {
  proves('SIG-52', 'SIG-43')
  const { red, green, processes } = await seeded()
  const more = { 'test/more.test.js': tests(slugTest.replace('A b', 'a B')) }
  const full = { coverage: { lines: 100, functions: 100, branches: 100, statements: 100 } }
  const accepted = await red(start, { ...failing, ...more }, full)
  // The suite before, which is no part of RED.
  expect(runsIn(processes.started)).toBe(3)
  const begun = processes.started.length
  const judged = await green(start, accepted, { ...done, ...more }, full)
  expect(judged.findings).toEqual([])
  expect(judged).toMatchObject({ verdict: 'pass', seen: { takenBack: { failed: accepted.seen.newTests } } })
  const runs = processes.started.slice(begun).filter(isRun)
  expect(runs).toHaveLength(4)
  for (const run of runs.slice(2))
    expect(run.filter((part) => part.endsWith('.test.js'))).toEqual(['test/more.test.js', 'test/slug.test.js'])
})

test('a second run takes the tests of the cycle and those that reach its files, and no others', async () => {
  const { red, green, processes } = await seeded()
  const far = { 'src/far.js': 'export const far = 1\n', 'test/far.test.js': tests(`import '../src/far.js'`) }
  const near = `import { near } from '../src/near.js'\ntest('near', () => assert.equal(near, 'A'))`
  const old = {
    // Neither names the file that the work changes.
    'test/far.test.js': far['test/far.test.js'].replace(`import * as source from '../src/text.js'`, ''),
    'src/far.js': far['src/far.js'],
    'src/near.js': `import { shout } from './text.js'\nexport const near = shout('a')\n`,
    'test/near.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n${near}\n`,
  }
  const accepted = await red({ ...start, ...old }, { ...failing, ...old })
  expect(accepted.seen.again).toMatchObject({ how: 'emptied', files: ['test/slug.test.js'] })
  const begun = processes.started.length
  const judged = await green({ ...start, ...old }, accepted, { ...done, ...old })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  const concerned = ['test/near.test.js', 'test/old.test.js', 'test/slug.test.js']
  expect(judged.seen.again?.files?.toSorted()).toEqual(concerned)
  const runs = processes.started.slice(begun).filter(isRun)
  const filesOf = (run: readonly string[]) => run.filter((part) => part.endsWith('.test.js')).toSorted()
  expect(runs.map(filesOf)).toEqual([
    ['test/far.test.js', ...concerned],
    concerned,
    ...Array.from({ length: 2 }, () => ['test/slug.test.js']),
  ])
})

test('a test that passes among all and fails without them is no flake, and one that fails now and then is', async () => {
  const { checkouts, judge, red, green } = await seeded()
  const place = join(folder, `shared-${number++}`)
  const leaves = `import { writeFileSync } from 'node:fs'\ntest('leaves', () => writeFileSync('${place}', process.env.COUNTER))`
  const needs = `import { readFileSync, rmSync } from 'node:fs'
test('needs', () => { const left = readFileSync('${place}', 'utf8'); rmSync('${place}'); assert.equal(left, process.env.COUNTER) })`
  const old = {
    'test/a-leaves.test.js': `import { test } from 'node:test'\n${leaves}\n`,
    'test/needs.test.js': tests(needs),
  }
  const accepted = await red({ ...start, ...old }, { ...failing, ...old })
  const judged = await green({ ...start, ...old }, accepted, { ...done, ...old })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  // It was compared with a run of everything in the end.
  expect(judged.seen.again).not.toHaveProperty('files')
  const broken = { ...done, ...old, 'test/needs.test.js': tests(needs.replace(`'utf8')`, `'latin2')`)) }
  const before = {
    cycles: [{ name: 'C1', accepted: { commit: await checkouts.commit({ ...done, ...old }), evidence: null } }],
  }
  expect((await judge('combined', broken, before)).rules).toEqual(['test-fails'])
})

test('an old test that looks at the text of the source is no flake: the work is run again as it lies', async () => {
  proves('SIG-52')
  const { red, green } = await seeded()
  const looks = `import { readFileSync } from 'node:fs'
test('offers', () => assert.match(readFileSync('src/text.js', 'utf8'), /export const shout/))`
  const old = { 'test/looks.test.js': tests(looks) }
  const judged = await green({ ...start, ...old }, await red({ ...start, ...old }, { ...failing, ...old }), {
    ...done,
    ...old,
  })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], seen: { again: { how: 'plain', flaky: [] } } })
  const plain = await green(start, await red(start, failing), done)
  expect(plain).toMatchObject({ verdict: 'pass', seen: { again: { how: 'recorded', flaky: [] } } })
})

test('a verdict that fails anyway is not taken back, and says what fails', async () => {
  const { red, green } = await seeded()
  const judged = await green(start, await red(start, failing), { ...failing, 'src/text.js': source('return text') })
  expect(judged).toMatchObject({ rules: ['red-test-fails'], seen: { takenBack: null, again: { flaky: [] } } })
})
