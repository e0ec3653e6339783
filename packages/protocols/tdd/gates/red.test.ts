import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { redProofs } from './proofs/red.ts'
import { green, oldTest, red, slugTest, start, tests, written } from './proofs/slug.ts'

const { red: judge, judge: ask, play, checkouts } = trial()
const byRule = (...rules: readonly string[]) => redProofs.filter((proof) => rules.includes(proof.rule ?? 'honest'))

for (const proof of byRule('honest', 'no-new-test')) {
  test.concurrent(`RED wants at least one new failing test: ${proof.title}`, async () => {
    proves('SIG-36', 'DPTR-98')
    expect(await play(proof)).toEqual({ ok: true, saw: proof.rule === null ? 'pass' : 'fail: no-new-test' })
  })
}

const causes = [
  'already-passes',
  'load-error',
  'syntax-error',
  'no-tests',
  'skipped',
  'todo',
  'failed-before',
  'not-an-assertion',
  'old-test-broken',
  'test-vanished',
  'newly-skipped',
  'only-focused',
]
for (const proof of byRule(...causes)) {
  test.concurrent(`RED refuses ${proof.title} by a rule of its own`, async () => {
    proves('SIG-37')
    expect(await play(proof)).toEqual({ ok: true, saw: `fail: ${proof.rule}` })
  })
}

for (const proof of byRule('timed-out', 'runner-unknown')) {
  test.concurrent(`RED does not count ${proof.title}`, async () => {
    proves('SIG-37', 'SIG-49')
    const verdict = proof.title === 'a new test that waits until its limit' ? 'fail' : 'unknown'
    expect(await play(proof)).toEqual({ ok: true, saw: `${verdict}: ${proof.rule}` })
  })
}

test('a RED that fails is what is wanted: the tests fail and the verdict is pass', async () => {
  proves('DPTR-112', 'DPTR-98')
  const judged = await judge(start, red)
  expect(judged.verdict).toBe('pass')
  expect(judged.data).toMatchObject({ exitCode: 1, newTests: ['test/slug.test.js › makes a slug'], newTestCount: 1 })
  expect(judged.seen.before?.tests.map((each) => [each.id, each.state])).toEqual([
    ['test/old.test.js › shouts', 'passed'],
  ])
  expect(judged.seen.testFiles['test/slug.test.js']).toMatch(/^sha256:[0-9a-f]{64}$/)
})

test('"not implemented" counts when the interface raises it, and is labelled so', async () => {
  proves('SIG-38')
  const honest = await judge(start, red)
  expect(honest.data).toMatchObject({ byNotImplemented: 1, byAssertion: 0 })
  expect(honest.seen.after.tests.find((each) => each.state === 'failed')?.failure).toMatchObject({
    kind: 'not-implemented',
    frame: 'src/text.js:3',
  })
  const pretended = await judge(start, {
    ...start,
    'test/slug.test.js': tests(`test('pretends', () => { throw new Error('not implemented') })`),
  })
  expect(pretended).toMatchObject({ verdict: 'fail', rules: ['not-an-assertion'] })
})

test('"not implemented" counts in a hook before each test as well', async () => {
  proves('SIG-38')
  const hooked = `import { beforeEach } from 'node:test'\nlet made\nbeforeEach(() => { made = source.slug('A b') })`
  const after = { ...start, 'test/slug.test.js': tests(`${hooked}\ntest('slug', () => assert.equal(made, 'a-b'))`) }
  expect(await judge(start, after)).toMatchObject({ verdict: 'pass', data: { byNotImplemented: 1 } })
})

const returning = { ...start, 'src/text.js': written.replace('.toLowerCase()', '') }

test('an assertion that never calls the source is refused, though its neighbours do', async () => {
  proves('SIG-39')
  const after = {
    ...returning,
    'test/slug.test.js': tests(
      `describe('slug', () => {\n  ${slugTest}\n  it('is odd (1)', () => assert.equal(source.shout.length, 2))\n})`,
    ),
  }
  const judged = await judge(returning, after)
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['unrelated'] })
  expect(judged.findings[0]?.message).toContain('test/slug.test.js › slug › is odd (1)')
})

test('a call through a child process or in a subtest is a call', async () => {
  proves('SIG-39')
  const program = { ...returning, 'src/cli.js': `console.log('A-b')\n` }
  const child = `test('runs', () => assert.equal(execFileSync('node', ['src/cli.js']).toString(), 'a-b'))`
  const subtest = `test('outer', async (t) => { await t.test('inner', () => assert.equal(source.slug('A b'), 'a-b')) })`
  const after = {
    ...program,
    'test/slug.test.js': `import { execFileSync } from 'node:child_process'\n${tests(`${child}\n${subtest}`)}`,
  }
  const judged = await judge(program, after)
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], data: { newTestCount: 3 } })
})

test('calls that only loading makes are no calls', async () => {
  proves('SIG-39')
  const eager = { ...returning, 'src/text.js': `${returning['src/text.js']}\nexport const ready = slug('x')\n` }
  const after = { ...eager, 'test/slug.test.js': tests(`test('lies', () => assert.equal(source.ready, 'y'))`) }
  expect(await judge(eager, after)).toMatchObject({ verdict: 'fail', rules: ['unrelated'] })
})

test('a test adjusted while its cycle is in GREEN is measured over the source before the work', async () => {
  proves('DPTR-95')
  const adjusted = tests(slugTest.replace(`'A b'`, `'A  b'`).replace(`'a-b'`, `'a--b'`))
  const after = { ...green, 'test/slug.test.js': adjusted }
  const before = { commit: await checkouts.commit(start), evidence: null }
  const given = { before, tests: ['test/**'], interfaces: ['slug'] }
  expect(await ask('red', after, { ...given, sourceFrom: null })).toMatchObject({ rules: ['already-passes'] })
  const measured = await ask('red', after, { ...given, sourceFrom: before.commit })
  expect(measured).toMatchObject({ verdict: 'pass', seen: { sourceFrom: before.commit } })
  const soft = {
    ...after,
    'test/slug.test.js': tests(`test('shouts too', () => assert.equal(source.shout('b'), 'B'))`),
  }
  expect(await ask('red', soft, { ...given, sourceFrom: before.commit })).toMatchObject({ rules: ['already-passes'] })
})

test('tests outside of the cycle’s files do not make its RED', async () => {
  proves('SIG-36')
  const before = { commit: await checkouts.commit(start), evidence: null }
  const given = { before, tests: ['test/other/**'], interfaces: ['slug'], sourceFrom: null }
  const judged = await ask('red', red, given)
  expect(judged.rules).toEqual(['no-new-test'])
  expect(judged.findings[0]?.message).toContain('test/slug.test.js › makes a slug')
})

test('an old failure that nobody touched does not stand in the way', async () => {
  const failing = { ...start, 'test/wish.test.js': tests(oldTest.replace(`'A'`, `'b'`)) }
  expect(await judge(failing, { ...failing, 'test/slug.test.js': tests(slugTest) })).toMatchObject({ verdict: 'pass' })
})

test('an old test that is only indented anew is not a new one', async () => {
  const moved = { ...red, 'test/old.test.js': tests(oldTest.replace('() => ', '() =>\n    ')) }
  expect(await judge(start, moved)).toMatchObject({ verdict: 'pass', data: { newTestCount: 1 } })
})

test('a cycle about a constant may assert on it without a call', async () => {
  const constant = { ...start, 'src/limit.js': 'export const LIMIT = 0\n' }
  const after = {
    ...constant,
    'test/limit.test.js': tests(`import { LIMIT } from '../src/limit.js'\ntest('limit', () => assert.equal(LIMIT, 3))`),
  }
  const before = { commit: await checkouts.commit(constant), evidence: null }
  const given = { before, tests: ['test/**'], sourceFrom: null }
  expect((await ask('red', after, { ...given, interfaces: ['LIMIT'] })).verdict).toBe('pass')
  expect((await ask('red', after, { ...given, interfaces: ['slug'] })).rules).toEqual(['unrelated'])
})

test('an object of a class that has no constructor yet is made by a call', async () => {
  proves('SIG-39')
  const bare = { ...start, 'src/window.js': `export class Window { push() { throw new Error('not implemented') } }\n` }
  const before = { commit: await checkouts.commit(bare), evidence: null }
  const given = { before, tests: ['test/**'], sourceFrom: null, interfaces: ['slug'] }
  const asking = (body: string) => {
    const code = `import { Window } from '../src/window.js'\ntest('has a size', () => { ${body} })`
    return ask('red', { ...bare, 'test/window.test.js': tests(code) }, given)
  }
  expect(await asking('assert.throws(() => new Window(-1), RangeError)')).toMatchObject({ verdict: 'pass' })
  expect((await asking('/* new Window(-1) */ assert.equal(process.pid, 0)')).rules).toEqual(['unrelated'])
})
