import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { start as begun, red as tested, tests as testFile, green as written } from './proofs/slug.ts'

const { judge, checkouts } = trial()

const old = testFile(`test('shouts', () => {
  const given = { 'text': ('a') }
  const shouted = source.shout(given.text)
  assert.equal(shouted, 'A') // all of it
  assert.match(shouted, /A/)
})
test('shouts more', () => { assert.equal(source.shout('ab'), 'AB') })`)

const laidOut = testFile(`test(
  "shouts",
  () => {
    const given = { text: "a" };
    const shouted = source.shout(given.text);
    assert.equal(shouted, "A");
    assert.match(
      shouted,
      /A/,
    );
  },
);
test("shouts more", () => {
  assert.equal(source.shout("ab"), "AB");
});`)

const [start, red, green] = [begun, tested, written].map((files): Files => ({ ...files, 'test/old.test.js': old }))
const formatted = (files: Files = {}): Files => ({ ...files, 'test/old.test.js': laidOut })
const unjudged = async (files: Files = {}) => ({ commit: await checkouts.commit(files), evidence: null })

test.concurrent('RED passes where old tests are laid out anew beside the new ones, and nothing is told of them', async () => {
  const given = { before: await unjudged(start), tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  const judged = await judge('red', formatted(red), given)
  expect([judged.verdict, judged.findings, judged.data['lost'] ?? []]).toEqual(['pass', [], []])
})

test.concurrent('REFACTOR passes where tests are only laid out anew, and nothing is told of them', async () => {
  const judged = await judge('refactor', formatted(green), { before: await unjudged(green), of: 'tests' })
  expect([judged.verdict, judged.findings, judged.seen.testChanges ?? []]).toEqual(['pass', [], []])
})

test.concurrent('REFACTOR passes where the source is only laid out anew', async () => {
  const source = (green?.['src/text.js'] ?? '')
    .replaceAll("'", '"')
    .replaceAll(/(.)\.to/g, '$1\n\t\t.to')
    .replaceAll(/([^{}])\n/g, '$1;\n')
  const legible = source.replaceAll(';\n\t\t', '\n\t\t')
  const judged = await judge(
    'refactor',
    { ...green, 'src/text.js': legible },
    { before: await unjudged(green), of: 'implementation' },
  )
  expect([judged.verdict, judged.findings, judged.data['rose'] ?? []]).toEqual(['pass', [], []])
})
