/** Names of tests, whatever they hold, are compared as they are: RED, and GREEN after it, find each test again. */
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { secretsOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { slugTest, start, tests, written } from './proofs/slug.ts'

const key = 'c0ffee-real-key-0123456789'
const secrets = secretsOf({ environment: { HOME: '/nowhere', MY_API_KEY: key }, agents: {} })
const login = 'reads http://ada:s3cr3t@example.org/x'
const token = 'refuses ghp_abcdefghijklmnopqrstuvwxyz0123456789'

test('a name that looks as if it held a secret, and one that holds one, is the same in RED, in GREEN and in evidence', async () => {
  proves('SIG-104', 'SIG-36', 'SIG-40')
  const gates = trial(undefined, null, { secrets })
  const passes = (name: string): string => `test('${name}', () => assert.equal(source.shout('a'), 'A'))`
  const around: Files = { ...start, 'test/old.test.js': tests([login, token, `sends ${key}`].map(passes).join('\n')) }
  // As the gate before it left it: what evidence holds is compared with what is measured now.
  const before = await gates.judge('phase0', around, {
    interfaces: [],
    before: { commit: await gates.checkouts.commit(around), evidence: null },
  })
  const demand = slugTest.replace('makes a slug', `slugs https://bob:pa55word@example.org and ${key}`)
  const withTests: Files = { ...around, 'test/slug.test.js': tests(demand) }
  const given = { before: { ...before.baseline }, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  const red = await gates.judge('red', withTests, given)
  expect(red).toMatchObject({ verdict: 'pass', data: { newTestCount: 1 } })
  const id = 'test/slug.test.js › slugs https://bob:pa55word@example.org and [secret MY_API_KEY]'
  expect(red.seen.newTests).toEqual([id])
  expect(red.seen.before?.tests.map((each) => each.id)).toEqual(
    [login, token, 'sends [secret MY_API_KEY]'].map((name) => `test/old.test.js › ${name}`),
  )
  const green = await gates.judge(
    'green',
    { ...withTests, 'src/text.js': written },
    { before: { ...before.baseline }, red: { ...red.baseline } },
  )
  expect(green).toMatchObject({ verdict: 'pass', findings: [] })
  for (const { evidence } of [before, red, green])
    expect(new TextDecoder().decode(gates.blobs.get(evidence))).not.toContain(key)
})

test('a name that holds a path of the check is the same in every check', async () => {
  proves('SIG-36', 'SIG-40')
  const { red, green } = trial({ PATH: process.env['PATH'] ?? '', HOME: '/tmp/sigma-home-of-a-check' })
  const named = [
    `import { homedir } from 'node:os'`,
    `test('in ' + import.meta.dirname, () => assert.equal(source.shout('a'), 'A'))`,
    `test('parses ' + process.cwd() + '/src/a.ts', () => assert.equal(source.shout('a'), 'A'))`,
    `test('loads ' + new URL('../src/a b.ts', import.meta.url), () => assert.equal(source.shout('a'), 'A'))`,
    `test('of ' + homedir() + '/.npmrc', () => assert.equal(source.shout('a'), 'A'))`,
  ].join('\n')
  const around: Files = { ...start, 'test/old.test.js': tests(named) }
  const demand = slugTest.replace(`'makes a slug'`, `'makes a slug in ' + process.cwd()`)
  const judged = await red(around, { ...around, 'test/slug.test.js': tests(demand) })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  expect(judged.seen.after.tests.map(({ id }) => id).toSorted()).toEqual([
    'test/old.test.js › in test',
    'test/old.test.js › loads src/a%20b.ts',
    'test/old.test.js › of ~/.npmrc',
    'test/old.test.js › parses src/a.ts',
    'test/slug.test.js › makes a slug in .',
  ])
  const done = { ...around, 'test/slug.test.js': tests(demand), 'src/text.js': written }
  expect(await green(around, judged, done)).toMatchObject({ verdict: 'pass', findings: [] })
})

test('an old name that is another in each run is no matter of the work, and a new one is refused', async () => {
  proves('SIG-52')
  const { red, judge } = trial()
  const named = `test('shouts at ' + process.hrtime.bigint(), () => assert.equal(source.shout('a'), 'A'))`
  const old: Files = { ...start, 'test/old.test.js': tests(named) }
  const demanded = { ...old, 'test/slug.test.js': tests(slugTest) }
  const before = { ...(await judge('baseline', old, {})).baseline }
  const asked = { before, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  const inRed = await judge('red', demanded, asked)
  expect(inRed).toMatchObject({ verdict: 'pass', findings: [] })
  const done = { ...demanded, 'src/text.js': written }
  const inGreen = await judge('green', done, { before, red: { ...inRed.baseline } })
  expect(inGreen).toMatchObject({ verdict: 'pass', findings: [] })
  const combined = await judge(
    'combined',
    { ...done, 'notes.md': '' },
    { cycles: [{ name: 'C1', accepted: { ...inGreen.baseline } }] },
  )
  expect(combined).toMatchObject({ verdict: 'pass', findings: [] })
  const wavering = slugTest.replace(`'makes a slug'`, `'makes a slug ' + Math.random()`)
  expect((await red(start, { ...start, 'test/slug.test.js': tests(wavering) })).rules).toEqual(['flaky'])
})
