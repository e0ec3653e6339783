/**
 * Reporter in the process of a test file: what its tests did goes out over descriptor 3, each line behind a word that
 * came in there, once, before anything of the project's was loaded. On stdout, where `node --test` listens to the
 * processes of its files, the tested code could speak as well. Plain JavaScript for Node 20 and newer.
 */
import { readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { loadedScripts, tellLoaded } from './loaded-scripts.mjs'
import report from './node-test-reporter.mjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import ownJson from './own-json.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import starts from './started.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import tampering from './tampering.cjs'

const WORD = 32
const { byteLength, from } = Buffer
const { jsonOf } = ownJson
const { apply, defineProperty } = Reflect
/** Its own: what is imported can be changed from outside. */
const write = writeSync
const { captureStackTrace } = Error

const Bytes = Uint8Array
const { set } = Bytes.prototype
/** No look at the heap shows what is in a buffer. */
const word = bytesOf(WORD)
readSync(3, word, 0, WORD)
tampering.watchNode((what) => say(`${jsonOf({ kind: 'patched', what })}\n`))
/** Node has taken the folder of its own coverage from there; what the tests start is to use another one. */
const counts = process.env.SIGMA_COVERAGE
delete process.env.SIGMA_COVERAGE
delete process.env.NODE_V8_COVERAGE
let isCounting = false

/** Once all is there that is loaded before tests: threads that compile for them are none of theirs. */
export function beginCounting({ isCompiled }) {
  if (counts === undefined || isCounting) return
  isCounting = true
  process.env.NODE_V8_COVERAGE = counts
  starts.watchStarts()
  if (isCompiled) process.once('exit', () => tellLoaded((loaded) => say(`${jsonOf(loaded)}\n`)))
}

/** From now on what the process reaches is noted, and said at its end. */
export function beginReaching(roots, preloads) {
  const reached = createRequire(import.meta.url)('./reached.cjs')
  const [root, ...aliases] = roots
  const pathOf = fileURLToPath
  reached.begin(root, aliases)
  if (preloads.some(({ how, name }) => how === 'loader' && name[0] === '.'))
    reached.spoil('it is loaded by hooks of its own')
  process.once('exit', () => {
    if (reached.isHooked()) {
      const { urls, isHidden } = loadedScripts()
      for (let at = 0; at < urls.length; at += 1) reached.add(urls[at][0] === '/' ? urls[at] : pathOf(urls[at]))
      if (isHidden) reached.spoil('its loader imports what nobody sees')
    }
    const late = { kind: 'reached', files: [], folders: [], missing: [], open: 'it reads while its process ends' }
    say(`${jsonOf({ kind: 'reached', ...reached.last(() => say(`${jsonOf(late)}\n`)) })}\n`)
  })
}

let asked = 0
/** Said of itself only by a process that had nothing more to do. */
process.once('beforeExit', () => say('{"kind":"idle"}\n'))

// biome-ignore lint/style/noDefaultExport: node:test loads a reporter by its default export
export default (events) => {
  asked += 1
  process.env.NODE_TEST_CONTEXT = 'child-v8'
  say('{"kind":"begun"}\n')
  return tell(events, isCalledByRunner() && asked === 1)
}

// biome-ignore lint/correctness/useYield: what it tells goes another way
async function* tell(events, isOwn) {
  if (isOwn) for await (const line of report(events)) if (line !== closing) say(line)
  if (!isOwn || asked > 1) say('{"kind":"patched","what":"the reporter of the tests"}\n')
  if (counts !== undefined) say(`${jsonOf({ kind: 'started', ...starts.started })}\n`)
  if (isOwn) say(closing)
}

const closing = '{"kind":"close"}\n'

function say(line) {
  const size = WORD + byteLength(line)
  const bytes = bytesOf(size)
  apply(set, bytes, [word])
  apply(set, bytes, [from(line), WORD])
  for (let at = 0; at < size; ) at += write(3, bytes, at)
}

/** Bytes of no pool, which all buffers of the process show, and with a length that no prototype is asked for. */
function bytesOf(size) {
  const bytes = new Bytes(size)
  for (const key of ['length', 'byteLength']) defineProperty(bytes, key, { value: size })
  return bytes
}

/** Code that asks for a report of other events than the runner's has a frame of its own in the stack. */
function isCalledByRunner() {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 100
  Error.prepareStackTrace = undefined
  const trace = {}
  captureStackTrace(trace, isCalledByRunner)
  const frames = trace.stack.split('\n').slice(2)
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  return (
    frames.some((each) => each.includes('node:internal/test_runner/')) && frames.every((each) => /\(?node:/.test(each))
  )
}
