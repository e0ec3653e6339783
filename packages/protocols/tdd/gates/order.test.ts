/** An answer may hang on what was called before where the design says so, and nowhere else (decision 0093). */
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
const wanted = { ...red, 'test/slug.test.js': asks }
/** It works as long as nobody calls it otherwise than its tests do. */
const counting = `let calls = 0\n${source(`calls += 1; return calls === 1 ? 'a-b' : calls === 2 ? 'c-d' : text`)}`

async function judged(code: string, design: string | null) {
  const accepted = await stage.red(start, wanted)
  expect(accepted.findings).toEqual([])
  const before = { commit: await stage.checkouts.commit(start), evidence: null }
  const told = design === null ? {} : { design: stage.blobs.put(design) }
  return await stage.judge(
    'green',
    { ...wanted, 'src/text.js': code },
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
