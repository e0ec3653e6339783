import { createHash } from 'node:crypto'
import type { Files } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { baselineProofs } from './proofs/baseline.ts'
import { bare, oldTest, tests } from './proofs/slug.ts'

const { judge, play } = trial()

const measured = (files: Files) => judge('baseline', files, {})
const sore = tests(`${oldTest}\n${oldTest.replace('shouts', 'whispers').replace(`'A')`, `'b')`)}`)

for (const proof of baselineProofs) {
  test.concurrent(`before any work, ${proof.title} is ${proof.rule === null ? 'fine' : 'told'}`, async () => {
    const { ok, saw } = await play(proof)
    expect({ ok, saw }).toMatchObject({ ok: true, saw: expect.stringContaining(proof.rule ?? 'pass') })
  })
}

test('a test that fails is named, and is measured twice: it fails, and is not flaky', async () => {
  const judged = await measured({ ...bare, 'test/sore.test.js': sore })
  expect(judged).toMatchObject({
    verdict: 'fail',
    findings: [
      { rule: 'old-failure', message: expect.stringMatching(/^test\/sore\.test\.js › whispers fails already: /) },
    ],
    data: { tests: 3, passed: 2, failing: 1, failedBefore: ['test/sore.test.js › whispers'], flaky: [], leftOut: [] },
    seen: { before: null, after: { knownFlaky: [] }, again: { flaky: [] } },
  })
})

const once = (mark: string): string =>
  `import { existsSync, writeFileSync } from 'node:fs'
test('wavers', () => { const there = existsSync(${mark}); if (!there) writeFileSync(${mark}, ''); assert.ok(there) })`

test('a test with two outcomes is known to be flaky, and is no old failure', async () => {
  const mark = JSON.stringify(`/tmp/sigma-wavers-${process.pid}-${Date.now()}`)
  const judged = await measured({ ...bare, 'test/wavers.test.js': tests(once(mark)) })
  const id = 'test/wavers.test.js › wavers'
  expect(judged).toMatchObject({
    verdict: 'pass',
    data: { failing: 0, flaky: [id] },
    seen: { after: { knownFlaky: [id] }, again: { flaky: [id] } },
  })
})

test('of a file that does not always run to its end, every test is known to be flaky', async () => {
  const mark = JSON.stringify(`/tmp/sigma-wavers-${process.pid}-${Date.now()}-file`)
  const code = `import { existsSync, writeFileSync } from 'node:fs'
const there = existsSync(${mark})
if (!there) { writeFileSync(${mark}, ''); throw new Error('not yet') }
${oldTest}`
  const judged = await measured({ ...bare, 'test/wavers.test.js': tests(code) })
  expect(judged).toMatchObject({ verdict: 'pass', data: { failing: 0, flaky: ['test/wavers.test.js'] } })
  expect(judged.seen.after.knownFlaky).toEqual(['test/wavers.test.js', 'test/wavers.test.js › shouts'])
})

test('where not one test comes to be run, nothing can be judged', async () => {
  const files = { ...bare, 'test/old.test.js': `import '../src/nowhere.js'\n` }
  const refused = await measured(files)
  expect(refused).toMatchObject({ verdict: 'unknown', rules: ['no-test-runs', 'old-fault'] })
  // No run goes on with it, so no way out says that one could.
  expect(refused.findings.map(({ remedy }) => remedy)).toEqual([
    'Put right what keeps these files from being run, and commit that; `sigma doctor` then tries them.',
    'Repair it and commit that, then begin a new run.',
  ])
  const judged = await judge('baseline', bare, {}, { runner: 'mocha' })
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['runner-unknown'], data: { failing: 0 } })
})

test('a server that tests miss is told as what they need, with what to set', async () => {
  const code = `test('asks', async () => { throw new Error('connect ECONNREFUSED 127.0.0.1:5432') })`
  const judged = await measured({ ...bare, 'test/server.test.js': tests(code) })
  expect(judged.findings[0]?.remedy).toBe(
    'It seems to need a server at 127.0.0.1:5432: "tests": { "hosts": ["127.0.0.1:5432"] }.',
  )
  expect(judged.data).toMatchObject({ causes: [{ cause: 'service', tests: ['test/server.test.js › asks'] }] })
})

test('what lies in the person’s folder alone is found to be needed; given it, the gate passes, and names what was read', async () => {
  const { judge: judged } = trial(undefined, null, { person: { files: { 'data.txt': 'd' }, variables: {} } })
  const reading = `import { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\ntest('reads', () => { readFileSync('data.txt') })\n`
  const files = { ...bare, 'test/data.test.js': reading }
  expect(await judged('baseline', files, {})).toMatchObject({
    verdict: 'fail',
    findings: [{ remedy: 'It needs data.txt, which is in no commit: "tests": { "reads": ["data.txt"] }.' }],
    data: { causes: [{ cause: 'file', shown: 'trial', tests: ['test/data.test.js › reads'] }] },
    seen: { laid: {} },
  })
  expect(await judged('baseline', files, {}, { reads: ['data.txt'] })).toMatchObject({
    verdict: 'pass',
    seen: { laid: { 'data.txt': `sha256:${createHash('sha256').update('d').digest('hex')}` } },
  })
})
