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
import { fileURLToPath } from 'node:url'

/** Vitest loads this module more than once in a worker, so what is begun is kept where all of them find it. */
const state = Symbol.for('sigma.vitest.coverage')
/** The watcher of the tests in this worker signs what was counted. */
const counted = Symbol.for('sigma.vitest.counted')
const wrapper = /^'use strict';async \([^)]*\)=>\{\{/
/** How Vite writes `export`: no function of anybody's. */
const exported = /(?:__vite_ssr_exportName__\("[^"]*", |configurable: true, )$/
const inlineMap = /\/\/# sourceMappingURL=data:application\/json[^,]{0,40};base64,([\w+/=]+)/

// biome-ignore lint/style/noDefaultExport: vitest loads a provider by its default export
export default {
  async startCoverage({ reportsDirectory } = {}) {
    if (globalThis[state] !== undefined) return
    const session = new inspector.Session()
    session.connect()
    globalThis[state] = { session, folder: reportsDirectory ?? process.env.SIGMA_COVERAGE }
    await post('Profiler.enable')
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    process.env.NODE_V8_COVERAGE = globalThis[state].folder
  },

  async takeCoverage() {
    const { folder } = globalThis[state]
    const { result } = await post('Profiler.takePreciseCoverage')
    const isOwn = ({ url }) => url.startsWith('file://') && !url.includes('/node_modules/') && url !== import.meta.url
    const seen = result.filter(isOwn)
    await post('Debugger.enable')
    const sources = {}
    const scripts = []
    for (const { url, scriptId, functions } of seen) {
      const { scriptSource } = await post('Debugger.getScriptSource', { scriptId })
      const begin = wrapper.exec(scriptSource)?.[0].length
      if (begin === undefined) scripts.push({ url, functions })
      else {
        const code = scriptSource.slice(begin, scriptSource.lastIndexOf('}}'))
        scripts.push({ url, functions: shifted(functions, begin, scriptSource) })
        sources[url] = write(folder, code)
      }
    }
    await post('Debugger.disable')
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
