/** A gate's runs that go side by side say what they say one after another, and leave nothing behind. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSideBySide, type Files, nodeTest, runPart } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { red as failing, green as implemented, project, source, start, tests, written } from './proofs/slug.ts'

const folder = await mkdtemp(join(tmpdir(), 'sigma-beside-'))
// So that all checkouts of these tests lie there, and nobody else's.
process.env['TMPDIR'] = folder
afterAll(() => rm(folder, { recursive: true, force: true }))

const left = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('sigma-gates-'))
const limits = { processes: null, memoryBytes: null, diskBytes: null }
const shutOff = { reads: [], writes: [], protects: [], hosts: [], limits }
let number = 0

/** `PLACE`: what all runs share, since no sandbox keeps them apart. */
function sideBySide(confined?: typeof shutOff) {
  const place = join(folder, `place-${number++}`)
  const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':'), PLACE: place, TMPDIR: folder }
  const roomy = createSideBySide(() => ({ cores: 8, freeBytes: 64 * 1024 ** 3 }))
  return { ...trial(env, null, { sideBySide: roomy, ...(confined && { confined }) }), place }
}

/** Says when it begins and ends, and is there for a while. */
const slow = tests(`import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
test('takes its time', async () => {
  const say = (text) => appendFileSync(process.env.PLACE, text)
  say('b')
  await delay(1500)
  say('e')
  assert.equal(source.shout('a'), 'A')
})`)
/** Waits until the others have begun, and knows whether any goes on. */
const isBusy = `async () => {
  const { readFileSync } = await import('node:fs')
  await new Promise((done) => setTimeout(done, 700))
  const said = readFileSync(process.env.PLACE, 'utf8')
  return said.split('b').length > said.split('e').length
}`
const old = { 'test/slow.test.js': slow }

test('a pass is measured side by side', async () => {
  const { red, green, processes, place } = sideBySide(shutOff)
  const before = { ...start, ...old }
  const accepted = await red(before, { ...failing, ...old, 'src/text.js': `${start['src/text.js']}// touched\n` })
  expect(accepted).toMatchObject({ verdict: 'pass', seen: { again: { how: 'emptied' } } })
  // Behind the run of before.
  expect((await readFile(place, 'utf8')).slice(2)).toBe('bbee')
  await writeFile(place, '')
  const begun = processes.started.length
  const judged = await green(before, accepted, { ...implemented, ...old })
  const failed = accepted.seen.newTests
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], seen: { takenBack: { failed } } })
  expect(await readFile(place, 'utf8')).toBe('bbee')
  // One process more makes calls again where no test is.
  expect(processes.started.length - begun).toBe(5)
  expect(await left()).toEqual([])
})

/** Work on tests that GREEN accepted. */
async function tidied({ red, green, judge, place }: ReturnType<typeof sideBySide>, files: Files, text: string) {
  const accepted = await red({ ...start, ...files }, { ...failing, ...files })
  const done = await green({ ...start, ...files }, accepted, { ...implemented, ...files })
  await rm(place, { force: true, recursive: true })
  const asked = { before: { ...done.baseline }, of: 'tests' }
  return { done, judged: await judge('refactor', { ...implemented, ...files, 'test/slug.test.js': text }, asked) }
}
const slugTest = implemented['test/slug.test.js']

test('tidied tests are run over the earlier source beside the first run', async () => {
  proves('SIG-43', 'SIG-45')
  const beside = sideBySide(shutOff)
  const says = `import { appendFileSync } from 'node:fs'\nappendFileSync(process.env.PLACE, 't')\n`
  const { done, judged } = await tidied(beside, old, says + slugTest)
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], seen: { takenBack: done.seen.takenBack } })
  expect(await readFile(beside.place, 'utf8')).toMatch(/^(bt|tb)e?te?$/)
  expect(await left()).toEqual([])
})

test('tidied tests that fail only beside their other run are no worse', async () => {
  proves('SIG-45', 'SIG-52')
  const beside = sideBySide(shutOff)
  // Over the earlier source it is at work for a while, which the first run finds out.
  const alone = `import { appendFileSync, existsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { before } from 'node:test'
const work = () => (existsSync(process.env.PLACE) ? statSync(process.env.PLACE).size : 0)
before(async () => {
  try { source.slug('A b') } catch {
    const working = setInterval(() => appendFileSync(process.env.PLACE, '.'), 20)
    await delay(3000)
    return clearInterval(working)
  }
  await delay(700)
  const done = work()
  await delay(700)
  if (work() > done) assert.fail('somebody is here')
})
`
  const begun = () => beside.processes.started.length
  const { judged } = await tidied(beside, {}, alone + slugTest)
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  expect(begun()).toBe(12)
})

test('a run that is given up ends with its processes, and its checkout is gone', async () => {
  const { checkouts, processes, blobs } = sideBySide()
  const waits = { 'test/waits.test.js': tests(`test('waits', () => new Promise((done) => setTimeout(done, 60_000)))`) }
  const commit = await checkouts.commit({ ...start, ...waits })
  const tools = { processes, checkouts, blobs, runners: [nodeTest], baselines: new Map(), checked: new Map() }
  const roomy = createSideBySide(() => ({ cores: 8, freeBytes: 64 * 1024 ** 3 }))
  const lanes = roomy.open(project, { confined: shutOff }, 2, new AbortController().signal)
  const started = Promise.withResolvers<number>()
  const spec = { commit, onStarted: started.resolve }
  const run = lanes.beside((signal) => runPart(tools, project, spec, async () => null, signal))
  const pid = await started.promise
  expect(await left()).toHaveLength(1)
  await lanes.quiet()
  expect(await run()).toBeNull()
  expect(() => process.kill(-pid, 0)).toThrow('ESRCH')
  expect(await left()).toEqual([])
})

test('what a first run finds wrong is told as ever, and nothing is left of the others', async () => {
  proves('SIG-52')
  const { red, green } = sideBySide()
  const accepted = await red(start, failing)
  const judged = await green(start, accepted, { ...failing, 'src/text.js': source('return text') })
  expect(judged).toMatchObject({ rules: ['red-test-fails'], seen: { takenBack: null, again: { flaky: [] } } })
  expect(await left()).toEqual([])
})

test('tests that fail only beside another run are no flakes, and are run one after another from then on', async () => {
  proves('SIG-52')
  const { red, green, processes } = sideBySide()
  const alone = tests(`import { mkdirSync, rmdirSync } from 'node:fs'
test('is alone', async () => {
  try { mkdirSync(process.env.PLACE) } catch { assert.fail('somebody is here') }
  await new Promise((done) => setTimeout(done, 1000))
  rmdirSync(process.env.PLACE)
  assert.equal(source.shout('a'), 'A')
})`)
  const shy = { 'test/alone.test.js': alone }
  const accepted = await red({ ...start, ...shy }, { ...failing, ...shy })
  const judged = (note = '') =>
    green({ ...start, ...shy }, accepted, { ...implemented, ...shy, 'src/text.js': written + note })
  expect(await judged()).toMatchObject({ verdict: 'pass', findings: [], seen: { again: { flaky: [] } } })
  const begun = processes.started.length
  expect(await judged('// again\n')).toMatchObject({ verdict: 'pass' })
  expect(processes.started.length - begun).toBe(5)
})

test('a test that reads the source is no reason to run one after another', async () => {
  const { red, green, place } = sideBySide(shutOff)
  const looks = tests(`import { readFileSync } from 'node:fs'
test('offers', () => assert.match(readFileSync('src/text.js', 'utf8'), /export const shout/))`)
  const read = { ...old, 'test/looks.test.js': looks }
  const accepted = await red({ ...start, ...read }, { ...failing, ...read })
  const judged = async (note: string) => {
    await writeFile(place, '')
    return await green({ ...start, ...read }, accepted, { ...implemented, ...read, 'src/text.js': written + note })
  }
  expect(await judged('')).toMatchObject({ verdict: 'pass', findings: [], seen: { again: { how: 'plain' } } })
  expect(await judged('// again\n')).toMatchObject({ verdict: 'pass' })
  expect(await readFile(place, 'utf8')).toMatch(/^bb/)
})

test('tests that want the same port are no flakes', async () => {
  const { red, green } = sideBySide()
  const listens = tests(`import { once } from 'node:events'
import { createServer } from 'node:net'
test('listens', async () => {
  const server = createServer().listen(${await freePort()}, '127.0.0.1')
  await once(server, 'listening')
  await new Promise((done) => setTimeout(done, 700))
  server.close()
  assert.equal(source.shout('a'), 'A')
})`)
  const serving = { 'test/listens.test.js': listens }
  const accepted = await red({ ...start, ...serving }, { ...failing, ...serving })
  const judged = await green({ ...start, ...serving }, accepted, { ...implemented, ...serving })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
})

test.each(['run % 2 === 0', 'run % 2 === 1'])('what is flaky is so side by side too: %s', async (fails) => {
  proves('SIG-52', 'F52')
  const { red, green, place } = sideBySide()
  const accepted = await red(start, failing)
  await writeFile(place, '')
  const rolls = `import { appendFileSync, readFileSync } from 'node:fs'
export const shout = (text) => {
  appendFileSync(process.env.PLACE, '.')
  const run = readFileSync(process.env.PLACE, 'utf8').length
  return ${fails} ? text : text.toUpperCase()
}`
  const dice = written.replace(/export const shout.*/, rolls)
  const judged = await green(start, accepted, { ...implemented, 'src/text.js': dice })
  expect(judged.verdict).toBe('fail')
})

test('a test that fails beside other runs, and passes alone without the implementation, is refused', async () => {
  proves('SIG-43')
  const { red, green } = sideBySide()
  // Code that no `source` takes in, which is not taken back.
  const help = (body: string) => ({ 'lib/help.js': `import assert from 'node:assert/strict'\n${body}\n` })
  const asked = {
    'test/slug.test.js': `${tests(`test('a', () => holds(() => source.slug('A b')))`)}import { holds } from '../lib/help.js'\n`,
  }
  const strict = help(`export const holds = (call) => assert.equal(call(), 'a-b')`)
  const accepted = await red({ ...start, ...old, ...strict }, { ...failing, ...old, ...strict, ...asked })
  expect(accepted.verdict).toBe('pass')
  const lax = help(`const isBusy = ${isBusy}
export const holds = async (call) => { try { call() } catch { assert.ok(!(await isBusy())) } }`)
  const judged = await green({ ...start, ...old }, accepted, { ...implemented, ...old, ...lax, ...asked })
  expect(judged.rules).toEqual(['passes-without-implementation'])
})

test('a new test that nothing done would pass is refused, though it fails beside the first run', async () => {
  proves('SIG-52')
  const { red } = sideBySide(shutOff)
  const shy = `const isBusy = ${isBusy}
test('a', async () => { if (source.slug('A b') === undefined && (await isBusy())) throw new Error('busy') })`
  const judged = await red({ ...start, ...old }, { ...start, ...old, 'test/slug.test.js': tests(shy) })
  expect(judged.rules).toEqual(['any-result-passes'])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address !== null ? address.port : 0
}
