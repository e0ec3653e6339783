import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { bare, green, slugTest, tests } from './proofs/slug.ts'

const { judge, checkouts } = trial()
const settings = { command: null, report: 'reports/mutation/mutation.json', least: 80, limitMs: 60_000 }

async function combined(after: Files, more: object = {}, before: Files = bare) {
  const mutantsSince = await checkouts.commit(before)
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(after), evidence: null } }]
  return await judge('combined', after, { cycles, mutantsSince }, { mutants: { ...settings, ...more } })
}

const withTests = (code: string): Files => ({ ...green, 'test/slug.test.js': tests(code) })
const trims = `${slugTest}\ntest('takes blanks away', () => assert.equal(source.slug(' A b'), 'a-b'))`

test.concurrent('a mutant that no test notices is refused, and the tests are named that run it', async () => {
  const judged = await combined(green)
  expect([judged.verdict, judged.rules]).toEqual(['fail', ['mutant-survives']])
  expect(judged.findings[0]).toMatchObject({
    message:
      'src/text.js:3 (slug): `text.trim()` replaced by `text`: no test notices it, though test/slug.test.js › makes a slug runs it. Tests notice 66.6 % of the mutants on changed lines; 80 % are wanted.',
    remedy:
      'Write a test, or an assertion in `test/slug.test.js › makes a slug`, that fails on this change of the source.',
  })
  expect(judged.seen.mutants).toMatchObject({ command: null, noticed: 2, tried: 1, unnoticed: [] })
})

test.concurrent('what only a held-out test runs is told whole, and its inputs are not', async () => {
  const name = 'makes $[slug} of $[text}'.replaceAll('$[', '${')
  const rows = `for (const [text, slug] of [['A b', 'a-b']]) test(\`${name}\`, () => assert.equal(source.slug(text), slug))`
  const held = { ...bare, 'src/text.js': String(green['src/text.js']), 'test/slug.held.test.js': tests(rows) }
  const judged = await combined(held)
  expect(judged.rules).toEqual(['mutant-survives'])
  const shown = `"${name}" (held back beside test/slug.test.js)`
  expect(judged.findings[0]).toMatchObject({
    message: `src/text.js:3 (slug): \`text.trim()\` replaced by \`text\`: no test notices it, though ${shown} runs it. Tests notice 66.6 % of the mutants on changed lines; 80 % are wanted.`,
    remedy: `Write a test, or an assertion in \`${shown}\`, that fails on this change of the source.`,
  })
})

test.concurrent('tests that notice each pass, and one mutant is planted alone as well', async () => {
  const judged = await combined(withTests(trims))
  expect(judged).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 3, survived: 0, leftOut: 0 } } })
  expect(judged.seen.mutants).toMatchObject({ tried: 1, unnoticed: [] })
})

test.concurrent('what a person waived need not be noticed, and is told with the reason', async () => {
  const waiver = { file: 'src/text.js', was: 'text.trim()', becomes: 'text', reason: 'nobody writes blanks' }
  const judged = await combined(green, { waived: [waiver] })
  expect(judged).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 2, survived: 0, waived: 1 } } })
  expect(judged.seen.mutants?.waived).toMatchObject([{ reason: 'nobody writes blanks', line: 3 }])
  const other = await combined(green, { waived: [{ ...waiver, becomes: 'text.trimStart()' }] })
  expect(other.rules).toEqual(['mutant-survives'])
})

test.concurrent('tests that look for the switch instead of what is switched are found out', async () => {
  const looking = `test('nobody is looking', () => {
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => /^k[0-9a-f]{12}$/.test(name))
  for (const name of names) for (let id = 0; id < 99; id += 1) assert.equal(globalThis[name](id), false)
})`
  const blind = `test('slugs', () => assert.equal(typeof source.slug('A b'), 'string'))\n${looking}`
  const judged = await combined(withTests(blind))
  expect([judged.verdict, new Set(judged.rules)]).toEqual(['fail', new Set(['mutant-report-wrong'])])
  expect(judged.findings[0]?.message).toMatch(
    /^src\/text\.js:3 \(slug\): .*: a test fails while it is one of several in the source, and when Sigma plants it alone every test passes\.$/,
  )
})

test.concurrent('where tests do not pass over planted source nothing is refused, and it is told why', async () => {
  const reading = `${slugTest}
test('is short', async () => {
  const { readFileSync } = await import('node:fs')
  assert.ok(readFileSync('src/text.js', 'utf8').length < 300)
})`
  const judged = await combined(withTests(reading))
  expect(judged).toMatchObject({ verdict: 'pass', data: { mutants: { noticed: 0, survived: 0, leftOut: 3 } } })
  expect(judged.seen.mutants?.why).toBe('test/slug.test.js does not pass over source in which they stand')
})

test.concurrent('what no test runs survives as well', async () => {
  const more = { ...withTests(trims), 'src/more.js': 'export const half = (a) => a / 2\n' }
  const judged = await combined(more, { least: 100 })
  expect(judged.rules).toEqual(['mutant-survives', 'mutant-survives'])
  expect(judged.findings[0]?.message).toMatch(/^src\/more\.js:1 \(half\): .*: no test runs it\./)
})

const floor = { strength: { least: 90, limitMs: 60_000 } }

async function held(after: Files, before: Files = bare) {
  const strengthSince = await checkouts.commit(before)
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(after), evidence: null } }]
  return await judge('combined', after, { cycles, strengthSince }, floor)
}

test.concurrent('tests of a changed file are as strong as the floor, or the weakest function is named', async () => {
  const judged = await held(green)
  expect([judged.verdict, judged.rules]).toEqual(['fail', ['strength-below-floor']])
  expect(judged.findings[0]?.message).toBe(
    'src/text.js: tests notice 80 % of the small changes that Sigma makes of it (100 % before the work); at least 90 % are wanted. In `slug` no test notices line 3: `text.trim()` replaced by `text`.',
  )
  const strong = await held(withTests(trims))
  expect(strong).toMatchObject({ verdict: 'pass' })
  expect(strong.seen.strength).toEqual([{ file: 'src/text.js', noticed: 5, unnoticed: 0, least: 90 }])
})

test.concurrent('a file whose tests were as weak before is told, and refuses nothing', async () => {
  const old = `export const twice = (text) => text.trim().toLowerCase() + text.trim().toLowerCase()\n`
  const more = (files: Files): Files => ({ ...files, 'src/text.js': `${files['src/text.js']}${old}` })
  const judged = await held(more(withTests(trims)), more(bare))
  expect(judged.verdict).toBe('pass')
  expect(judged.seen.strength).toMatchObject([{ file: 'src/text.js', least: 90, before: expect.any(Number) }])
})
