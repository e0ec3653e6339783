/**
 * Hides from the source under test that it is tested (SIG-52): variables of the runner, its arguments and globals, and the
 * frames of tests in stacks. Whoever else asks, tests, packages and the runner itself, sees what there is. Loaded before
 * anything else, by `--require`. Plain JavaScript for Node 16 and newer, because it runs under the Node of the project that
 * is tested.
 *
 * The stack tells who asks: the innermost file that is neither Node's nor the runner's.
 */
'use strict'

const { dirname, join, sep } = require('node:path')
const { fileURLToPath } = require('node:url')

const FRAMES = 50

const isSign = (name) =>
  typeof name === 'string' &&
  /^(NODE_(TEST_CONTEXT|ENV|OPTIONS|V8_COVERAGE|CHANNEL_(FD|SERIALIZATION_MODE))|VITEST.*|JEST_.*|TINYPOOL_.*|TEST|MODE|CI|npm_(command|lifecycle_(event|script)))$/.test(
    name,
  )

/** Names that runners make known to every file. */
const globals =
  'describe it test suite bench expect expectTypeOf assertType vi vitest jest chai fit xit fdescribe xdescribe xtest before after beforeAll afterAll beforeEach afterEach onTestFailed onTestFinished __vitest_worker__ __vitest_index__ __vitest_environment__ __vitest_mocker__ __coverage__'.split(
    ' ',
  )

const ofRunner =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/])?(?:vitest|@vitest|vite|vite-node|tinypool|chai|jest(?:-[\w-]+)?|@jest|expect|source-map-support)[\\/]/

let hidden = null
let isCapturing = false
const OwnError = Error
const { defineProperty, getOwnPropertyDescriptor } = Object
const { ownKeys } = Reflect

/** `sources` and `tests` are absolute paths; `options` are the NODE_OPTIONS of before. */
function start({ root, sources, tests, options }) {
  hidden = { root: root + sep, sources: new Set(sources), tests: new Set(tests), options }
  dress(globalThis)
}

/** Disguises the world of a global object; does nothing unless it was begun. */
function dress(world) {
  if (hidden === null) return
  dressErrors(world.Error)
  dressEnvironment(world.process)
  dressArguments(world.process)
  for (const name of globals) if (!isFixed(world, name)) dressValue(world, name, () => undefined)
}

const isFixed = (object, name) => getOwnPropertyDescriptor(object, name)?.configurable === false

// ── who asks ──

function callSites() {
  const { stackTraceLimit } = OwnError
  isCapturing = true
  try {
    OwnError.stackTraceLimit = FRAMES
    const { stack } = new OwnError()
    return Array.isArray(stack) ? stack : []
  } finally {
    isCapturing = false
    OwnError.stackTraceLimit = stackTraceLimit
  }
}

/** The file a frame is in; null in Node itself, in what V8 does, and in text that was evaluated. */
function fileOf(site) {
  const name = site.getFileName()
  if (typeof name !== 'string' || name === '') return null
  try {
    const path = name.startsWith('file://') ? fileURLToPath(name.replace(/[?#].*$/, '')) : name.replace(/\?.*$/, '')
    return path.startsWith(sep) || /^[A-Za-z]:[\\/]/.test(path) ? path : null
  } catch {
    return null
  }
}

const isRunner = (file) => ofRunner.test(file) || dirname(file) === __dirname

function asker() {
  for (const site of callSites()) {
    const file = fileOf(site)
    if (file !== null && !isRunner(file)) return file
  }
  return null
}

const isSource = () => {
  const file = asker()
  return file !== null && hidden.sources.has(file)
}

const isInProject = (file) => Boolean(file?.startsWith(hidden.root)) && !/[\\/]node_modules[\\/]/.test(file)

// ── what is asked for ──

/** Variables that the project itself has set are no sign of the runner. */
function dressEnvironment(process) {
  const own = new Set()
  const isHidden = (name) => isSign(name) && !own.has(name) && isSource()
  const real = process.env
  const mode = () => (real.MODE === undefined ? undefined : 'development')
  const shown = (name) => (name === 'NODE_OPTIONS' ? hidden.options : name === 'MODE' ? mode() : undefined)
  process.env = new Proxy(real, {
    get: (env, name) => (isHidden(name) ? shown(name) : env[name]),
    has: (env, name) => (isHidden(name) ? shown(name) !== undefined : name in env),
    set(env, name, value) {
      if (isSign(name) && isInProject(asker())) own.add(name)
      env[name] = value
      return true
    },
    ownKeys(env) {
      const names = ownKeys(env)
      return isSource() ? names.filter((name) => !isSign(name) || own.has(name) || shown(name) !== undefined) : names
    },
    getOwnPropertyDescriptor(env, name) {
      const descriptor = getOwnPropertyDescriptor(env, name)
      if (descriptor === undefined || !isHidden(name)) return descriptor
      return shown(name) === undefined ? undefined : { ...descriptor, value: shown(name) }
    },
  })
}

function dressArguments(process) {
  const [node, , ...before] = process.argv
  const program = join(hidden.root, 'program-of-its-own')
  const isBefore = (rest) => before.every((part, at) => rest[at] === part)
  // Arguments that a test puts there for the source are no sign.
  dressValue(process, 'argv', (real) => {
    const [, file = '', ...rest] = real
    if (!hidden.tests.has(file) && !isRunner(file)) return real
    return [node, program, ...(isBefore(rest) ? rest.slice(before.length) : rest)]
  })
  dressValue(process, 'execArgv', () => [])
  for (const name of ['send', 'connected', 'channel']) {
    if (process[name] !== undefined && !isFixed(process, name)) dressValue(process, name, () => undefined)
  }
}

/** A property that source is shown otherwise. */
function dressValue(object, name, shown) {
  let value = object[name]
  defineProperty(object, name, {
    configurable: true,
    enumerable: true,
    get: () => (isSource() ? shown(value) : value),
    set(other) {
      value = other
    },
  })
}

/** Stacks of errors that source makes do not lead to tests. Who puts a formatter in front of the one that was keeps that one. */
function dressErrors(ItsError) {
  const wrappers = new Map()
  const formats = new Map()
  let format = ItsError.prepareStackTrace
  const prepareBy = (its) => (error, sites) => {
    if (isCapturing) return sites
    const kept = withoutTests(sites)
    if (typeof its === 'function') return its.call(ItsError, error, kept)
    return [headOf(error), ...kept.map((site) => `    at ${site}`)].join('\n')
  }
  defineProperty(ItsError, 'prepareStackTrace', {
    configurable: true,
    enumerable: false,
    get() {
      if (!wrappers.has(format)) {
        const wrapper = prepareBy(format)
        wrappers.set(format, wrapper)
        formats.set(wrapper, format)
      }
      return wrappers.get(format)
    },
    set(other) {
      format = formats.has(other) ? formats.get(other) : other
    },
  })
}

function withoutTests(sites) {
  const files = sites.map(fileOf)
  const own = files.find(isInProject)
  if (own === undefined || !hidden.sources.has(own)) return sites
  const end = files.findIndex((file, at) =>
    file === null ? ofNode.test(sites[at].getFileName() ?? '') : hidden.tests.has(file) || isRunner(file),
  )
  return end < 0 ? sites : sites.slice(0, end)
}

const ofNode = /^node:internal\/test_runner/

function headOf(error) {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}

/** For vite: takes the sign out of source that can hold tests of its own. */
const plugin = {
  name: 'sigma-disguise',
  enforce: 'pre',
  transform(code, id) {
    if (!hidden?.sources.has(id.replace(/\?.*$/, '')) || !code.includes('import.meta')) return undefined
    const text = code.replace(/\bimport\.meta(?:\??\.vitest\b|(?:\?\.)?\[\s*(['"`])vitest\1\s*\])/g, '(void 0)')
    return text === code ? undefined : { code: text, map: null }
  },
}

module.exports = { start, dress, plugins: () => (hidden === null ? [] : [plugin]) }
