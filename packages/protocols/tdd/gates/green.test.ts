import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { greenProofs } from './proofs/green.ts'
import { green as done, red as failing, slugTest, source, start, tests, written } from './proofs/slug.ts'

const { red, green, judge, play, checkouts } = trial()
const byRule = (...rules: readonly string[]) => greenProofs.filter((proof) => rules.includes(proof.rule ?? 'honest'))

for (const proof of byRule('honest', 'red-test-fails', 'test-fails', 'coverage-below', 'ended-early')) {
  test.concurrent(`GREEN wants every test to pass and coverage to be reached: ${proof.title}`, async () => {
    proves('SIG-40', 'DPTR-99')
    const saw = proof.rule === null ? 'pass' : `fail: ${proof.rule}`
    expect(await play(proof)).toEqual({ ok: true, saw })
  })
}

for (const proof of byRule('test-vanished', 'newly-skipped', 'only-focused', 'test-changed', 'guarded-changed')) {
  test.concurrent(`GREEN refuses and names ${proof.title}`, async () => {
    proves('SIG-41')
    const { ok, saw } = await play(proof)
    expect(ok).toBe(true)
    expect(saw).toContain(proof.rule)
  })
}

for (const proof of byRule('passes-without-implementation')) {
  test.concurrent(`GREEN takes the implementation back, and refuses ${proof.title}`, async () => {
    proves('SIG-43')
    expect(await play(proof)).toEqual({ ok: true, saw: `fail: ${proof.rule}` })
  })
}

for (const proof of byRule('flaky', 'differs-under-test')) {
  test.concurrent(`GREEN looks twice, and refuses ${proof.title}`, async () => {
    proves('SIG-52', 'F52')
    const { ok, saw } = await play(proof)
    expect(ok).toBe(true)
    expect(saw).toContain(proof.rule)
  })
}

test('of a test that was adjusted over work, that work is taken back as well', async () => {
  proves('SIG-43')
  const before = { commit: await checkouts.commit(start), evidence: null }
  const adjusted = tests(slugTest.replace(`'A b'`, `'A  b'`).replace(`'a-b'`, `'a--b'`))
  const after = { ...done, 'test/slug.test.js': adjusted }
  const given = { before, tests: ['test/**'], interfaces: ['slug'], sourceFrom: before.commit }
  const judged = await green(start, await judge('red', after, given), after)
  const failed = ['test/slug.test.js › makes a slug']
  expect(judged).toMatchObject({ verdict: 'pass', seen: { takenBack: { commit: before.commit, failed } } })
})

test('the tests that were RED must be the ones that are green, file by file', async () => {
  proves('SIG-42')
  const accepted = await red(start, failing)
  const honest = await green(start, accepted, done)
  expect(honest).toMatchObject({ verdict: 'pass', findings: [] })
  expect(honest.seen.newTests).toEqual(['test/slug.test.js › makes a slug'])
  expect(honest.seen.testFiles['test/slug.test.js']).toBe(accepted.seen.testFiles['test/slug.test.js'])
  const softened = { ...done, 'test/slug.test.js': tests(slugTest.replace(`'a-b'`, `source.slug('A b')`)) }
  const judged = await green(start, accepted, softened)
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['test-changed'] })
  expect(judged.findings[0]?.message).toContain('test/slug.test.js')
})

test('tests adjusted on a test issue are the ones that count, once RED was measured again', async () => {
  proves('SIG-42', 'DPTR-95')
  const adjusted = { ...failing, 'test/slug.test.js': tests(slugTest.replace(`'a-b'`, `'a_b'`)) }
  const again = await red(start, adjusted)
  const implemented = { ...adjusted, 'src/text.js': written.replace(`'-'`, `'_'`) }
  expect(await green(start, again, implemented)).toMatchObject({ verdict: 'pass' })
})

test('a failing test sends the cycle back with its name, what was expected and what came', async () => {
  proves('DPTR-113')
  const accepted = await red(start, failing)
  const judged = await green(start, accepted, { ...failing, 'src/text.js': source('return text') })
  expect(judged.verdict).toBe('fail')
  expect(judged.findings).toHaveLength(1)
  const [finding] = judged.findings
  expect(finding).toMatchObject({ rule: 'red-test-fails', evidence: judged.evidence })
  expect(finding?.message).toContain('test/slug.test.js › makes a slug')
  expect(finding?.message).toContain(`'A b' !== 'a-b'`)
  expect(finding?.remedy).not.toBe('')
})

test('without evidence of RED nobody knows what must pass, and that blocks', async () => {
  proves('SIG-49')
  const before = { commit: await checkouts.commit(start), evidence: null }
  const unjudged = { commit: await checkouts.commit(failing), evidence: null }
  expect(await judge('green', done, { before, red: unjudged })).toMatchObject({
    verdict: 'unknown',
    rules: ['red-unknown'],
  })
})

const wanted = { coverage: { lines: 100, functions: 100, branches: 100, statements: 100 } }

test('coverage is measured in four dimensions over what the cycle changed', async () => {
  proves('SIG-40', 'SIG-58', 'SIG-63', 'SIG-64')
  const accepted = await red(start, failing)
  const judged = await green(start, accepted, { ...done, 'src/more.js': 'export const more = () => 1\n' }, wanted)
  expect(judged.findings.map((finding) => finding.message)).toEqual([
    'Coverage of lines is 50 % (1 of 2) in src/text.js, src/more.js; 100 % is wanted.',
    'Coverage of functions is 50 % (1 of 2) in src/text.js, src/more.js; 100 % is wanted.',
    'Coverage of statements is 33.33 % (1 of 3) in src/text.js, src/more.js; 100 % is wanted.',
  ])
  expect(judged.seen).toMatchObject({
    coveredFiles: ['src/text.js', 'src/more.js'],
    coverageBase: await checkouts.commit(start),
  })
})

test('coverage that cannot be measured is unknown, and blocks', async () => {
  const accepted = await red(start, failing)
  const judged = await green(start, accepted, { ...done, 'src/broken.js': 'export const = 1\n' }, wanted)
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['coverage-unknown'], seen: { coverage: null } })
})

test('the evidence of a verdict holds the command, its end, the tests, the hashes of tests and sources, coverage and time', async () => {
  proves('SIG-50', 'SIG-62')
  const accepted = await red(start, failing, wanted)
  const judged = await green(start, accepted, done, wanted)
  const sha = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
  const after = {
    command: expect.arrayContaining(['node', 'test/slug.test.js']),
    exit: 0,
    durationMs: expect.any(Number),
    tests: [expect.objectContaining({ state: 'passed' }), expect.objectContaining({ state: 'passed' })],
  }
  expect(judged.seen).toMatchObject({
    gate: 'green',
    after,
    testFiles: { 'test/old.test.js': sha, 'test/slug.test.js': sha },
    sourceFiles: { 'src/text.js': sha },
    coverage: { lines: { pct: 100 }, functions: { pct: 100 }, branches: { pct: 100 }, statements: { pct: 100 } },
  })
  expect(judged.seen.sourceFiles).not.toEqual(accepted.seen.sourceFiles)
  expect(accepted.seen).toMatchObject({ coverage: null, coveredFiles: null, after: { exit: 1 } })
  const refactored = await judge('refactor', done, { before: { ...judged.baseline }, of: 'tests' }, wanted)
  expect(refactored.seen.coverage).toEqual(judged.seen.coverage)
})

test('coverage that is not required is no number', async () => {
  proves('SIG-66')
  const judged = await green(start, await red(start, failing), done)
  expect(judged.data.coverage).toBeNull()
})

test('what failed or was broken before the cycle is told, and blocks nobody', async () => {
  proves('DPTR-99')
  const sick = {
    'test/wish.test.js': tests(`test('wishes', () => assert.equal(source.shout('a'), 'b'))`),
    'test/broken.test.js': 'test(',
  }
  const accepted = await red({ ...start, ...sick }, { ...failing, ...sick })
  const judged = await green({ ...start, ...sick }, accepted, { ...done, ...sick })
  const failedBefore = ['test/broken.test.js', 'test/wish.test.js › wishes']
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], data: { oldFailures: 2, failedBefore } })
})

test('fixtures are no tests, however broken; what is named like a test is one anywhere', async () => {
  const fixtures = {
    'test/fixtures/broken.js': 'not javascript (',
    'test/__fixtures__/throws.mjs': 'throw new Error()',
  }
  const accepted = await red({ ...start, ...fixtures }, { ...failing, ...fixtures })
  expect(accepted.verdict).toBe('pass')
  expect(await green({ ...start, ...fixtures }, accepted, { ...done, ...fixtures })).toMatchObject({ verdict: 'pass' })
  const named = { 'test/fixtures/broken.test.js': 'not javascript (' }
  expect(await red(start, { ...failing, ...named })).toMatchObject({ verdict: 'fail', rules: ['syntax-error'] })
})

test('code that rewrites a test before it runs is not taken for one that passes it', async () => {
  proves('SIG-42')
  const sly = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('../test/slug.test.js', import.meta.url), "require('node:test')('makes a slug', () => {})")
`
  const accepted = await red(start, failing)
  const judged = await green(start, accepted, { ...failing, 'src/text.js': `${sly}${failing['src/text.js']}` })
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['tests-rewritten'] })
  expect(judged.findings[0]?.message).toContain('test/slug.test.js')
})
