/**
 * Coverage of a vitest run as V8 counts it, without any package of the project's: a "custom provider" for vitest 3 and
 * newer. In each worker it counts from before the first test file on and writes, after each, what was called, with the text
 * that V8 saw (vitest transforms what it loads). At the end the main process adds the source maps it knows of. What the
 * tests start counts as well: it finds the folder in NODE_V8_COVERAGE.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import vm from 'node:vm'

/** Vitest loads this module more than once in a worker, so what is begun is kept where all of them find it. */
const state = Symbol.for('sigma.vitest.coverage')
/** The watcher of the tests in this worker signs what was counted. */
const counted = Symbol.for('sigma.vitest.counted')
const wrapper = /^'use strict';async \([^)]*\)=>\{\{/
/** How Vite writes `export`: no function of anybody's. */
const exported = /(?:__vite_ssr_exportName__\("[^"]*", |configurable: true, )$/
/** Sigma's own programs, which are not counted. */
const own = new URL('./', import.meta.url).href
const inlineMap = /\/\/# sourceMappingURL=data:application\/json[^,]{0,40};base64,([\w+/=]+)/

// biome-ignore lint/style/noDefaultExport: vitest loads a provider by its default export
export default {
  async startCoverage({ reportsDirectory } = {}) {
    if (globalThis[state] !== undefined) return
    const session = new inspector.Session()
    session.connect()
    const folder = reportsDirectory ?? process.env.SIGMA_COVERAGE
    const value = Object.freeze({ session, folder, texts: evaluatedTexts() })
    Object.defineProperty(globalThis, state, { value })
    await post('Profiler.enable')
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    process.env.NODE_V8_COVERAGE = globalThis[state].folder
  },

  async takeCoverage() {
    const { folder } = globalThis[state]
    const { result } = await post('Profiler.takePreciseCoverage')
    const isCounted = ({ url }) => url.startsWith('file://') && !url.includes('/node_modules/') && !url.startsWith(own)
    const seen = result.filter(isCounted)
    const texts = await textsOf(seen)
    const sources = {}
    const scripts = []
    for (const [at, { url, functions }] of seen.entries()) {
      const scriptSource = texts[at]
      const begin = wrapper.exec(scriptSource)?.[0].length
      if (begin === undefined) scripts.push({ url, functions })
      else {
        const code = scriptSource.slice(begin, scriptSource.lastIndexOf('}}'))
        scripts.push({ url, functions: shifted(functions, begin, scriptSource) })
        sources[url] = write(folder, code)
      }
    }
    const [name, text] = [`coverage-${process.pid}-${randomUUID()}.json`, JSON.stringify({ result: scripts, sources })]
    replace(join(folder, name), text)
    globalThis[counted]?.({ name, sha256: createHash('sha256').update(text).digest('hex') })
    return null
  },

  async stopCoverage() {},

  async getProvider() {
    return provider
  },
}

const provider = {
  name: 'sigma',
  initialize(vitest) {
    this.vitest = vitest
    this.options = vitest.config.coverage
    mkdirSync(this.options.reportsDirectory, { recursive: true })
    process.env.SIGMA_COVERAGE = this.options.reportsDirectory
  },
  resolveOptions() {
    return this.options
  },
  clean() {},
  onAfterSuiteRun() {},
  async generateCoverage() {
    const folder = this.options.reportsDirectory
    const lacking = new Map()
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('coverage-')) continue
      for (const [url, source] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')).sources ?? {}))
        lacking.set(source, url)
    }
    for (const [source, url] of lacking) {
      const { code, map } = JSON.parse(readFileSync(join(folder, source), 'utf8'))
      if (map !== null) continue
      const known = transformed(this.vitest, fileURLToPath(url)).find((each) => code.startsWith(each.code.trimEnd()))
      if (known?.map) replace(join(folder, source), JSON.stringify({ code, map: known.map }))
    }
  },
  reportCoverage() {},
}

/** Vite's transformations of a file, in any project and environment. */
function transformed(vitest, file) {
  const graphs = vitest.projects.flatMap(({ vite }) =>
    Object.values(vite.environments ?? {}).map((each) => each.moduleGraph),
  )
  const modules = graphs.flatMap((graph) => [...(graph?.getModulesByFile(file) ?? [])])
  return modules.flatMap(({ transformResult }) => transformResult ?? [])
}

/**
 * Notes what vitest evaluates, as it hands it to V8: to ask V8 for the texts afterwards takes as long as all else that is counted,
 * for it tells of every script that there is. Gives back how to take them: once, for later V8 leaves out scripts that were not called again.
 */
function evaluatedTexts() {
  const { runInThisContext } = vm
  const { apply } = Reflect
  let texts = []
  const noted = {
    runInThisContext(code, options) {
      const made = apply(runInThisContext, vm, [code, options])
      if (texts !== null && typeof code === 'string' && typeof options?.filename === 'string')
        texts[texts.length] = { file: options.filename, code }
      return made
    },
  }
  vm.runInThisContext = noted.runInThisContext
  return () => {
    const taken = texts
    texts = null
    return taken
  }
}

/** The texts of scripts, in their order. What is noted is taken where it can be of no other script; else V8 is asked. */
async function textsOf(seen) {
  const noted = (globalThis[state].texts() ?? []).map(({ file, code }) => ({ url: urlOf(file), code }))
  const known = seen.map(({ url, functions }) => {
    const [only, ...more] = noted.filter((each) => each.url === url)
    const isOne = more.length === 0 && seen.filter((each) => each.url === url).length === 1
    return isOne && only?.code.length === functions[0]?.ranges[0]?.endOffset ? only.code : null
  })
  if (!known.includes(null)) return known
  await post('Debugger.enable')
  const asked = []
  for (const { scriptId } of seen) asked.push((await post('Debugger.getScriptSource', { scriptId })).scriptSource)
  await post('Debugger.disable')
  return asked
}

/** As V8 tells of it. */
const urlOf = (file) => (file.startsWith('/') ? pathToFileURL(file).href : file)

function post(method, parameters) {
  return new Promise((resolve, reject) => {
    globalThis[state].session.post(method, parameters, (error, result) =>
      error === null ? resolve(result) : reject(error),
    )
  })
}

/** Offsets in the module's own text. The function around it stands for the module. */
function shifted(functions, begin, text) {
  const [, ...own] = functions
  const isExport = ({ ranges: [whole] }) =>
    exported.test(text.slice(Math.max(0, whole.startOffset - 300), whole.startOffset))
  return own
    .filter((each) => !isExport(each))
    .map((each) => ({
      ...each,
      ranges: each.ranges.map(({ startOffset, endOffset, count }) => ({
        startOffset: Math.max(0, startOffset - begin),
        endOffset: endOffset - begin,
        count,
      })),
    }))
}

/** Under a name of its content: many workers load the same. */
function write(folder, code) {
  const name = `source-${createHash('sha256').update(code).digest('hex').slice(0, 32)}.json`
  const base64 = inlineMap.exec(code)?.[1]
  const map = base64 === undefined ? null : JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  if (!existsSync(join(folder, name))) replace(join(folder, name), JSON.stringify({ code, map }))
  return name
}

/** At once: nobody reads half of it. */
function replace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}
