/** Files that match `tests.files` and that the runner's own configuration leaves out, as type tests are. */
import { type Files, nodeTest } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { Runner } from '../../../measuring/src/runners/runner.ts'
import { trial } from './fixture/trial.ts'
import { green, red, slugTest, start, tests } from './proofs/slug.ts'

const message = 'the runner leaves it out by its configuration.'
const isLeftOut = (file: string): boolean => /-d\.ts$|unseen/.test(file)

/** node:test with a configuration that leaves files out, as vitest and jest have one. */
const picky: Runner = {
  ...nodeTest,
  run: async (request) => {
    const run = await nodeTest.run({ ...request, files: request.files.filter((file) => !isLeftOut(file)) })
    const leftOut = request.files.filter(isLeftOut).map((file) => ({ file, message }))
    return leftOut.length === 0 ? run : { ...run, leftOut }
  },
}
const gates = trial(undefined, null, { runners: [picky] })
const types = tests(`test('types', () => { assert.equal(source.shout('a'), 'A') })`)
const around: Files = { 'test/types.test-d.ts': types }

test('what the runner left out before the cycle is told, and refused by no gate', async () => {
  proves('SIG-36', 'SIG-40')
  const before = { ...start, ...around }
  const phase0 = await gates.judge('phase0', before, {
    interfaces: [],
    before: { commit: await gates.checkouts.commit(before), evidence: null },
  })
  expect(phase0).toMatchObject({ verdict: 'pass', data: { leftOut: [{ file: 'test/types.test-d.ts', message }] } })
  const judged = await gates.red(before, { ...red, ...around })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  const done = { ...green, ...around }
  const finished = await gates.green(before, judged, done)
  expect(finished).toMatchObject({ verdict: 'pass', findings: [] })
  const tidied = await gates.judge('refactor', done, { before: { ...finished.baseline }, of: 'implementation' })
  expect(tidied).toMatchObject({ verdict: 'pass', findings: [] })
  const accepted = { ...finished.baseline }
  // As of two cycles, so that it is run again.
  const combined = await gates.judge('combined', done, { cycles: ['C1', 'C2'].map((name) => ({ name, accepted })) })
  expect(combined).toMatchObject({ verdict: 'pass', findings: [] })
})

test('a new test that the runner leaves out is told by the words of the runner; type tests may stand beside others', async () => {
  proves('SIG-36')
  const unseen = await gates.red(start, { ...start, 'test/unseen.test.js': tests(slugTest) })
  expect(unseen.findings).toMatchObject([
    {
      rule: 'no-tests',
      message: `No test of test/unseen.test.js ran: ${message}`,
      remedy:
        'Give the file a name and a place that the configuration of node:test takes in, of those that match test/**.',
    },
  ])
  const beside = await gates.red(start, { ...red, 'test/unseen.test.js': tests(slugTest) })
  expect(beside.rules).toEqual(['no-tests'])
  const typed = { 'test/slug.test-d.ts': types }
  expect(await gates.red(start, { ...red, ...typed })).toMatchObject({
    verdict: 'pass',
    data: { leftOut: [{ file: 'test/slug.test-d.ts', message }] },
  })
  const alone = await gates.red(start, { ...start, ...typed })
  expect(alone.findings[0]?.remedy).toContain('Write tests that run, in files that match test/**; type tests may')
})

test('a file that ran before, and is left out now, is refused', async () => {
  proves('SIG-42')
  const judged = await gates.red(start, red)
  const { 'test/old.test.js': old = '', ...others } = green
  const moved = await gates.green(start, judged, { ...others, 'test/unseen.test.js': old })
  expect(moved.rules).toEqual(['test-vanished', 'not-run', 'test-changed'])
})
