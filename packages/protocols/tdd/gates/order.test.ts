/** An answer may hang on what was called before where the design says so, and nowhere else (decision 0093). */
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { red, source, start, tests, written } from './proofs/slug.ts'

const stage = trial()
const plain = '# text\n\nA slug of a text: small letters, hyphens for blanks.\n'
const stateful = `${plain}It remembers how often it was called.\n`
const asks = tests(
  `test('one', () => assert.equal(source.slug('A b'), 'a-b'))\ntest('two', () => assert.equal(source.slug('C D'), 'c-d'))`,
)
const both = { ...red, 'test/slug.test.js': asks }
/** It works as long as nobody calls it otherwise than its tests do. */
const counting = `let calls = 0\n${source(`calls += 1; return calls === 1 ? 'a-b' : calls === 2 ? 'c-d' : text`)}`

const seen = new Map<Files, ReturnType<typeof stage.red>>()

async function judged(code: string, design: string | null, wanted: Files = both, beside: Files = {}) {
  const accepting = seen.get(wanted) ?? stage.red(start, wanted)
  seen.set(wanted, accepting)
  const accepted = await accepting
  expect(accepted.findings).toEqual([])
  const before = { commit: await stage.checkouts.commit(start), evidence: null }
  const told = design === null ? {} : { design: stage.blobs.put(design) }
  return await stage.judge(
    'green',
    { ...wanted, ...beside, 'src/text.js': code },
    { before, red: { ...accepted.baseline }, ...told },
  )
}

test('where the design names no state, calls in another order have to answer alike', async () => {
  proves('SIG-52')
  expect((await judged(counting, plain)).rules).toEqual(['depends-on-order'])
  expect(await judged(written, plain)).toMatchObject({ verdict: 'pass', findings: [] })
})

test('where it names state, or nobody tells it, they need not', async () => {
  expect((await judged(counting, stateful)).findings).toEqual([])
  expect((await judged(counting, null)).findings).toEqual([])
})

const inputs = ['A b', 'C D', 'E F']
const three: Files = {
  ...red,
  'test/slug.test.js': tests(
    inputs
      .map(
        (text) =>
          `test('${text}', () => assert.equal(source.slug('${text}'), '${text.toLowerCase().replace(' ', '-')}'))`,
      )
      .join('\n'),
  ),
}
const works = `text.toLowerCase().replaceAll(' ', '-')`
/** Alone it works for what comes first in either order. */
const afterAnother = `let calls = 0\n${source(`calls += 1; return calls > 1 || text === 'A b' || text === 'E F' ? ${works} : text`)}`
/** The same, by a file that it loads. */
const counted = `import { count } from './calls.js'\n${source(`return count() > 1 || text === 'A b' || text === 'E F' ? ${works} : text`)}`
const counter = { 'src/calls.js': 'let calls = 0\nexport const count = () => (calls += 1)\n' }

test('each call has to answer alike with none before it', async () => {
  proves('SIG-52')
  const alone = await judged(afterAnother, plain, three)
  expect(alone.rules).toEqual(['depends-on-order'])
  expect(alone.findings[0]?.message).toMatch(/slug\('C D'\) gives 'c-d' .*, and 'C D' where/)
  expect((await judged(counted, plain, three, counter)).rules).toEqual(['depends-on-order'])
})

test('source that can be loaded once alone, or does not come to an end then, is not asked for it', async () => {
  const once = `if (globalThis.isLoaded) throw new Error('twice')\nglobalThis.isLoaded = true\n`
  expect((await judged(once + written, plain, three)).findings).toEqual([])
  const waits = `if (globalThis.isLoaded) await new Promise((done) => setTimeout(done, 60_000))\nglobalThis.isLoaded = true\n`
  expect((await judged(waits + written, plain, three)).findings).toEqual([])
})

test('source that answers by where it lies answers alike alone', async () => {
  const asks = `test('a', () => assert.equal(source.slug('A b'), 'a-b'))\ntest('b', () => assert.equal(source.slug('where'), 'text.js'))`
  const code = source(`return text === 'where' ? import.meta.url.split('/').at(-1) : ${works}`)
  expect((await judged(code, plain, { ...red, 'test/slug.test.js': tests(asks) })).findings).toEqual([])
})
