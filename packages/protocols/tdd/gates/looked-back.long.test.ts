/** A test that was flaky before the work is told when it shows, and held against nobody; work that makes one flaky is refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Files } from '@sigma/measuring'
import type { JsonObject } from '@sigma/protocol'
import { afterAll, expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { oldTest, red as redFiles, source, start, tests, written } from './proofs/slug.ts'

const folder = await mkdtemp(join(tmpdir(), 'sigma-wavers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const script = join(folder, 'script')
const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':'), SCRIPT: script }
const trials = trial(env)
const { processes } = trials
let number = 0
/** Each time on a tree of its own, for on the same one nothing is run again that passed. */
const judge: typeof trials.judge = (gate, files, ...more) =>
  trials.judge(gate, { ...files, 'note.md': `${number++}` }, ...more)

/** The test takes the next outcome from a file, run after run: chance as it is written there. Without one left it passes. */
const wavers = `test('wavers', async () => {
  const { readFileSync, writeFileSync } = await import('node:fs')
  const script = readFileSync(process.env.SCRIPT, 'utf8')
  writeFileSync(process.env.SCRIPT, script.slice(1))
  assert.notEqual(script[0], 'f')
})`
const id = 'test/wavers.test.js › wavers'
const old: Files = { 'test/wavers.test.js': tests(`${oldTest}\n${wavers}`) }
const before = { ...start, ...old }
const failing = { ...redFiles, ...old }
const done = { ...failing, 'src/text.js': written }
const tidied = { ...done, 'src/text.js': source(`return text.trim().toLowerCase().replace(/ /g, '-')`) }
const wanted = { tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
const at = ({ baseline }: Judged): JsonObject => ({ commit: baseline.commit, evidence: baseline.evidence })

/** `outcomes` of the runs to come: `f` fails, anything else passes. */
async function given(outcomes: string, judged: () => Promise<Judged>): Promise<Judged> {
  await writeFile(script, outcomes)
  return await judged()
}

const base = await given('', () => judge('baseline', before, {}))
const red = await given('', () => judge('red', failing, { before: at(base), ...wanted }))
const green = await given('', () => judge('green', done, { before: at(base), red: at(red) }))
const told = { verdict: 'pass', findings: [], data: { flaky: [id] }, seen: { after: { knownFlaky: [id] } } }
const cycles = [{ name: 'C1', accepted: at(green) }]
const beside = { ...done, 'readme.txt': 'Of another cycle.\n' }

// The runs of the work come first, of everything and of the files in question; of those that follow at HEAD, one fails and one passes.
const played: readonly (readonly [gate: string, outcomes: string, () => Promise<Judged>])[] = [
  ['REFACTOR, both times', 'ffppf', () => judge('refactor', tidied, { before: at(green), of: 'implementation' })],
  ['Phase 0', 'fpf', () => judge('phase0', { ...before, 'src/more.js': '' }, { before: at(base), interfaces: [] })],
  ['RED, at once', 'fpf', () => judge('red', failing, { before: at(base), ...wanted })],
  ['GREEN, at once', 'fpf', () => judge('green', done, { before: at(base), red: at(red) })],
  ['GREEN, the second time', 'pffppf', () => judge('green', done, { before: at(base), red: at(red) })],
  ['REFACTOR', 'fpppppf', () => judge('refactor', tidied, { before: at(green), of: 'implementation' })],
  ['the combination', 'fppppfp', () => judge('combined', beside, { cycles })],
]

test.each(played)(
  'an old test that fails by chance in %s is told, and known from then on',
  async (_gate, outcomes, judged) => {
    expect(await given(outcomes, judged)).toMatchObject(told)
  },
)

test('what one gate found is known to those that follow: it is looked at no more', async () => {
  const found = await given('fpf', () => judge('red', failing, { before: at(base), ...wanted }))
  const begun = processes.started.length
  const next = await given('ffffff', () => judge('green', done, { before: at(base), red: at(found) }))
  expect(next).toMatchObject({ verdict: 'pass', seen: { after: { knownFlaky: [id] } } })
  const again = await given('ffffff', () => judge('refactor', tidied, { before: at(next), of: 'implementation' }))
  expect(again).toMatchObject({ verdict: 'pass', seen: { after: { knownFlaky: [id] } } })
  expect(next.data).not.toHaveProperty('flaky')
  // Four runs of GREEN, one of REFACTOR.
  expect(
    processes.started.slice(begun).filter((command) => command.some((part) => part.endsWith('.test.js'))),
  ).toHaveLength(5)
})

test('work that makes an old test flaky, or breaks it, is refused: it does not waver without that', async () => {
  const rolls = `export const shout = (text) => {
  const script = readFileSync(process.env.SCRIPT, 'utf8')
  writeFileSync(process.env.SCRIPT, script.slice(1))
  return script[0] === 'f' ? text : text.toUpperCase()
}`
  const calm = { ...start, 'test/old.test.js': tests(oldTest) }
  const from = await given('', () => judge('baseline', calm, {}))
  const wish = { ...redFiles, 'test/old.test.js': tests(oldTest) }
  const accepted = await given('', () => judge('red', wish, { before: at(from), ...wanted }))
  const dice = `import { readFileSync, writeFileSync } from 'node:fs'\n${written.replace(/export const shout.*\n/, `${rolls}\n`)}`
  const judged = await given('pf', () =>
    judge('green', { ...wish, 'src/text.js': dice }, { before: at(from), red: at(accepted) }),
  )
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['flaky'] })
  // A gate that it passed by luck makes it no better: nobody looks at what an agent left.
  const lucky = { ...wish, 'src/text.js': dice }
  const kept = await given('', () => judge('green', lucky, { before: at(from), red: at(accepted) }))
  expect(kept).toMatchObject({ verdict: 'pass' })
  const later = { ...lucky, 'src/text.js': dice.replace('return script', 'return  script') }
  const next = await given('fpfpfp', () => judge('refactor', later, { before: at(kept), of: 'implementation' }))
  expect(next.verdict).toBe('fail')
  expect(next.rules).toContain('flaky')
})

test('an old failure that the work mended is no flaky test: it fails each time without it', async () => {
  const sore = { 'test/sore.test.js': tests(`test('shouts', () => assert.equal(source.shout('b'), 'B!'))`) }
  const from = await given('', () => judge('baseline', { ...start, ...sore }, {}))
  const accepted = await given('', () => judge('red', { ...redFiles, ...sore }, { before: at(from), ...wanted }))
  const louder = written.replace('text.toUpperCase()', `text.toUpperCase() + (text === 'b' ? '!' : '')`)
  const mended = { ...redFiles, ...sore, 'src/text.js': louder }
  const kept = await given('', () => judge('green', mended, { before: at(from), red: at(accepted) }))
  const undone = await given('', () =>
    judge('refactor', { ...mended, 'src/text.js': written }, { before: at(kept), of: 'implementation' }),
  )
  expect(undone).toMatchObject({ verdict: 'fail', rules: ['test-fails'] })
})

test('a test in a file of this cycle is never excused, though it wavered before', async () => {
  const changed = { ...failing, 'test/wavers.test.js': `${old['test/wavers.test.js']}// touched\n` }
  const judged = await given('pffpfpfp', () => judge('red', changed, { before: at(base), ...wanted }))
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['flaky'] })
})

test('what failed before, passes, and fails again by chance is held against nobody', async () => {
  const sick = await given('ff', () => judge('baseline', before, {}))
  expect(sick).toMatchObject({ data: { failedBefore: [id] } })
  const prepared = await given('p', () => judge('phase0', before, { before: at(sick), interfaces: [] }))
  expect(prepared).toMatchObject({ verdict: 'pass', data: { oldFailures: 0 } })
  const judged = await given('fpf', () => judge('red', failing, { before: at(prepared), ...wanted }))
  expect(judged).toMatchObject(told)
})

test('the accepted tests of a cycle are demanded without one that wavered before it', async () => {
  const help = { 'test/help.js': 'export const name = 1\n' }
  const from = await given('', () => judge('baseline', { ...before, ...help }, {}))
  const accepted = await given('', () => judge('red', { ...failing, ...help }, { before: at(from), ...wanted }))
  // A helper that changed since may be used by any test, so all of then are run.
  const now = { ...done, 'test/help.js': 'export const name = 2\n' }
  const proved = async (outcomes: string) => {
    const { checkouts } = trials
    const ended = { commit: await checkouts.commit(now), evidence: null }
    const cycles = [{ name: 'C1', accepted: at(accepted), now: ended }]
    return await given(outcomes, () => judge('demands', now, { cycles }))
  }
  expect(await proved('fpfp')).toMatchObject({ verdict: 'pass', data: { failing: [], flaky: [id] } })
  expect(await proved('ffppppppppp')).toMatchObject({ verdict: 'fail', rules: ['accepted-test-fails'] })
})
