/**
 * Runs test files as `node --test` does, each in a process of its own, and leaves a signed report:
 *
 *     node node-test-run.mjs --report=<file> [--coverage=<folder>] [--reached=<names of the root, as JSON>]
 *       [--pattern=<of names>]… [--node=<as JSON>] [--workers=<files at a time>] -- <file>…
 *
 * With `--standby=<folder>` instead of a report and files it starts processes that have loaded the runner, and waits to be told both.
 *
 * `node --test` is not used, because it believes what its processes write on their stdout, where the tested code writes as
 * well. The key of the report comes on stdin. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { needsModules } from './node-preloads.mjs'
import { orders } from './orders.mjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import signedLines from './signed-lines.cjs'

const STDERR = 6000
const STDOUT = 64 * 1024
const drainMs = 300
const text = { type: 'string' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{
      report: text,
      coverage: text,
      reached: text,
      standby: text,
      pattern: { ...text, multiple: true, default: [] },
      workers: text,
    },
    node: { ...text, default: '{"switches":[],"preloads":[]}' },
  },
})
const isStandby = values.standby !== undefined
const [child, teller] = ['./node-test-child.mjs', './node-test-teller.mjs'].map((each) =>
  fileURLToPath(new URL(each, import.meta.url)),
)
const { coverage } = values
const { switches, preloads } = JSON.parse(values.node)
/** Null: nobody asks what test files reach. */
const roots = values.reached === undefined ? null : JSON.parse(values.reached)
const isNewer = Number(process.versions.node.split('.')[0]) >= 24
const options = [
  ...switches,
  // Node says of a test where it is written, not where it came to be.
  ...(preloads.length > 0 ? ['--enable-source-maps'] : []),
  ...(needsModules(preloads) ? ['--import=data:text/javascript,'] : []),
  ...values.pattern.map((each) => `--test-name-pattern=${each}`),
  `--test-reporter=${teller}`,
  '--test-reporter-destination=stdout',
  // The output that people know; nothing is read from it.
  ...(values.pattern.length === 0 && !isStandby ? ['--test-reporter=spec', '--test-reporter-destination=stdout'] : []),
]

let begun = 0

/** Starts a process that waits for its test file. */
function begin() {
  begun += 1
  const word = randomBytes(16).toString('hex')
  const counted =
    coverage === undefined ? null : join(dirname(values.report), `counted-${randomBytes(8).toString('hex')}`)
  const started = spawn(process.execPath, [...options, child, JSON.stringify(preloads)], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: 'spare',
      ...(counted !== null && { NODE_V8_COVERAGE: counted, SIGMA_COVERAGE: coverage }),
    },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  for (const each of started.stdio) each.on('error', () => {})
  started.stdio[3].write(word)
  return { word, counted, started, ended: once(started, 'exit') }
}

async function play(file) {
  const { word, counted, started, ended } = spares.pop() ?? begin()
  // While this file runs, the process of the next one starts and loads the runner.
  if (!isStandby && begun < files.length) spares.push(begin())
  const [, stdout, stderr, channel] = started.stdio
  channel.write(`${JSON.stringify({ url: pathToFileURL(file).href, roots })}\n`)
  const [said, shown, talked] = [collected(channel), collected(stdout, STDOUT), collected(stderr, STDERR)]
  const [exit, signal] = await ended
  // The pipes stay readable; a program that the tests started may hold the other end for as long as it likes.
  const late = new Promise((done) => setTimeout(done, drainMs).unref())
  await Promise.race([Promise.all([said.ended, shown.ended, talked.ended]), late])
  for (const each of started.stdio) each.destroy()
  process.stdout.write(shown.text())
  const { lines, isForged } = linesOf(said.text(), word)
  const profiles = counted === null ? [] : taken(counted, started.pid, lines)
  return { file, exit, signal, profiles, stderr: talked.text(), lines, isForged }
}

/** Profiles that a process left of itself: they lie apart from all others, under a name nobody was told. */
function taken(folder, pid, lines) {
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => name.startsWith(`coverage-${pid}-`))
  return names.map((name) => {
    if (preloads.length > 0) addSources(join(folder, name), lines)
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    renameSync(join(folder, name), join(coverage, name))
    return { name, sha256 }
  })
}

/** The text that V8 counted in, of each file of the project: null is one that is not known. */
function addSources(path, lines) {
  const profile = JSON.parse(readFileSync(path, 'utf8'))
  const own = profile.result.filter(({ url }) => /^(file:\/)?\//.test(url) && !url.includes('/node_modules/'))
  const loaded = new Map(lines.flatMap((line) => (line.kind === 'loaded' ? [[line.url, line]] : [])))
  const sources = own.map(({ url }) => [
    url,
    { code: loaded.get(url)?.code ?? null, map: loaded.get(url)?.map ?? null },
  ])
  writeFileSync(path, JSON.stringify({ ...profile, sources: Object.fromEntries(sources) }))
}

/** The text of a stream, of which the last `most` characters count. */
function collected(stream, most = Number.POSITIVE_INFINITY) {
  const pieces = []
  stream.on('data', (piece) => {
    pieces.push(piece)
    if (most < Number.POSITIVE_INFINITY && pieces.length > 64)
      pieces.splice(0, 63, Buffer.concat(pieces.slice(0, 63)).subarray(-4 * most))
  })
  return {
    ended: new Promise((done) => stream.on('close', done)),
    text: () => Buffer.concat(pieces).toString('utf8').slice(-most),
  }
}

/** A line without its word was written by somebody else. */
function linesOf(said, word) {
  const whole = said.split('\n').slice(0, -1)
  return {
    lines: whole.filter((line) => line.startsWith(word)).map((line) => JSON.parse(line.slice(word.length))),
    isForged: whole.some((line) => !line.startsWith(word)),
  }
}

/** From Node 24 on a test belongs to the file that was asked for, wherever it is written. */
function testsOf({ file, lines }) {
  const own = lines.filter(({ kind }) => kind === 'start' || kind === 'done' || kind === 'patched')
  return own.map((line) => (isNewer || line.kind === 'patched' ? { ...line, file } : line))
}

/** `node --test` reports a file where it holds no tests, or where its process failed and none of its tests did. */
function fileOf({ file, exit, signal, lines }) {
  const done = lines.filter(({ kind }) => kind === 'done')
  const isSaid = (said) => lines.some(({ kind }) => kind === said)
  // A process that was ended early never said how its other tests went.
  const isWhole = isSaid('close') || (isSaid('idle') && !isSaid('begun'))
  const passed = exit === 0 && isWhole
  const isExplained = isWhole && done.some(({ nesting, passed }) => nesting === 0 && !passed)
  if (done.length > 0 && (passed || isExplained)) return []
  const error = {
    failureType: 'testCodeFailure',
    exit,
    signal,
    name: 'Error',
    code: null,
    message: 'test failed',
    stack: '',
  }
  const place = { file, writtenIn: file, name: file, nesting: 0, line: 1, column: 1 }
  return [{ kind: 'done', ...place, passed, skip: false, todo: false, suite: false, error: passed ? null : error }]
}

/** Each process leaves one profile of itself; more are of somebody who wrote them. */
const countsOf = ({ lines, profiles }) => [
  ...profiles.map((each) => ({ kind: 'profile', ...each, isAlone: profiles.length === 1 })),
  ...lines.filter(({ kind }) => kind === 'started'),
]

/** What the process saw of all that it reached; what it says after the first time is of its very end. */
function reachedBy({ file, lines }) {
  const [first, ...others] = lines.filter(({ kind }) => kind === 'reached')
  return first === undefined ? [] : [{ ...first, file, open: others[0]?.open ?? first.open }]
}

const spares = isStandby ? [begin(), begin()] : []
const asked = isStandby ? await orders() : { ...values, files: positionals, ...JSON.parse(readFileSync(0, 'utf8')) }
const files = asked.files.map((file) => resolve(file)).toSorted()
const runs = []
const isTest = ({ kind, suite }) => kind === 'done' && !suite
const queue = files.entries()
async function work() {
  for (const [at, file] of queue) {
    // Which files are at work: it tells of one that never ends, and nothing else.
    appendFileSync(`${asked.report}.going`, `+${file}\n`)
    const run = await play(file)
    appendFileSync(`${asked.report}.going`, `-${file}\n`)
    runs[at] = run
    // A byte for each test that is done: it shows how far the suite is, and nothing else.
    appendFileSync(`${asked.report}.done`, '.'.repeat(testsOf(run).filter(isTest).length))
  }
}
// As many at a time as are asked for, else as `node --test` runs, and all that stand by.
const atATime = Number(values.workers ?? availableParallelism() - 1)
await Promise.all(Array.from({ length: Math.max(1, spares.length, atATime) }, work))

const write = signedLines.signing(openSync(asked.report, 'wx'), asked.key)
write({ kind: 'open', version: process.version })
for (const run of runs)
  for (const line of [...testsOf(run), ...fileOf(run), ...countsOf(run), ...reachedBy(run)]) write(line)
for (const { file, isForged } of runs) if (isForged) write({ kind: 'patched', file, what: 'what the runner is told' })
for (const { file, stderr } of runs) if (stderr !== '') write({ kind: 'stderr', file, text: stderr })
write({ kind: 'close' })
const hasFailed = runs.some((run) => run.exit !== 0 || fileOf(run).some(({ passed }) => !passed))
process.exit(hasFailed ? 1 : 0)
