/** Source cannot get rid of what was noted of it by breaking a later run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { oldTest, red as redFiles, source, start, tests } from './proofs/slug.ts'

const folder = await mkdtemp(join(tmpdir(), 'sigma-recordings-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const script = join(folder, 'script')
const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':'), SCRIPT: script }
const { red, green } = trial(env)

/** Takes the next outcome from a file, run after run: `f` fails, `k` ends the runner, and anything else passes. */
const wavers = `test('wavers', async () => {
  const { readFileSync, writeFileSync } = await import('node:fs')
  const outcomes = readFileSync(process.env.SCRIPT, 'utf8')
  writeFileSync(process.env.SCRIPT, outcomes.slice(1))
  if (outcomes[0] === 'k') process.kill(process.ppid, 'SIGKILL')
  assert.notEqual(outcomes[0], 'f')
})`
const old: Files = { 'test/old.test.js': tests(`${oldTest}\n${wavers}`) }
const lies = source(`return process.env.NODE_TEST_CONTEXT ? text.toLowerCase().replaceAll(' ', '-') : text`)
const wished = { ...redFiles, ...old }
const slow = `await new Promise((done) => setTimeout(done, 500))\n`

test('where a second recording is broken, the first one is played', async () => {
  proves('SIG-52')
  await writeFile(script, '')
  const wish = { ...wished, 'test/slug.test.js': `${slow}${wished['test/slug.test.js']}` }
  const accepted = await red({ ...start, ...old }, wish)
  // The suite passes, and the recording fails by chance; as it lies the work passes thrice, and the next recording breaks.
  await writeFile(script, 'pfpppk')
  const judged = await green({ ...start, ...old }, accepted, { ...wish, 'src/text.js': lies })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['differs-under-test'] })
})
