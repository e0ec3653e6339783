/**
 * Runs test files with the project's own vitest, once, and leaves a report. Plain JavaScript for Node 20 and newer,
 * because it runs under the Node of the project that is tested:
 *
 *     node vitest-run.mjs --vitest=<…/vitest/dist/node.js> --report=<file> [--coverage=<folder>] [--only=<pattern>] [--workers=<files at a time>]
 *       [--compiled=<folder>] -- <file>…
 *
 * With `--standby=<folder for its cache>` instead of a report and files it makes itself ready, and waits to be told both.
 *
 * The program does what `vitest run` does, by vitest's public API, because that alone takes exactly these files, and keeps caches,
 * reports and snapshots of the project out of it, in the same way for vitest 3, 4 and 5.
 */
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import compileCache from './compile-cache.cjs'
import { orders } from './orders.mjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import signedLines from './signed-lines.cjs'
import { Report } from './vitest-reporter.mjs'
import { Served } from './vitest-served.mjs'

const closingMs = 5_000
const text = { type: 'string' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ vitest: text, report: text, coverage: text, only: text, standby: text, reached: text, workers: text },
    compiled: text,
  },
})
if (values.compiled !== undefined) compileCache.begin(values.compiled)
let files = positionals.map((file) => resolve(file))
let destination = values.report
let { key } = values.standby === undefined ? JSON.parse(readFileSync(0, 'utf8')) : {}
const scratch = values.standby ?? dirname(values.report)
const roots = values.reached === undefined ? null : JSON.parse(values.reached)
const served = roots && new Served(roots[0])
const { createVitest, version, BaseSequencer } = await import(pathToFileURL(values.vitest).href)

/**
 * A filter of vitest's takes `a.test.tsx` for `a.test.ts` too; and the order is the one that was asked for. Type tests are for
 * a compiler: nothing of them runs.
 */
class AskedOnly extends (BaseSequencer ?? Object) {
  async sort(specifications) {
    const placeOf = ({ moduleId }) => files.indexOf(moduleId)
    const isTest = (each) => placeOf(each) >= 0 && each.pool !== 'typescript'
    return specifications.filter(isTest).sort((a, b) => placeOf(a) - placeOf(b))
  }
  async shard(specifications) {
    return specifications
  }
}

function isIsolated({ isolate, pool, poolOptions }) {
  const own = poolOptions?.[pool]
  return isolate !== false && own?.isolate !== false && own?.singleThread !== true && own?.singleFork !== true
}

/** In a browser, and where the project has a runner of its own, its tests are run by that alone. */
function watch(project) {
  const { config } = project
  if (config.runner !== undefined || config.browser?.enabled === true) return report.leave(project.name)
  const home = pathToFileURL(dirname(values.vitest))
  const watcher = new URL('./vitest-watch.mjs', import.meta.url).href
  const from = (file) => JSON.stringify(`${home.href}/${file}`)
  const parts = isNewer
    ? `import { TestRunner as Own } from ${from('index.js')}; const functionOf = (test) => Own.getTestFn(test)`
    : `import { VitestTestRunner as Own } from ${from('runners.js')}; import { getFn as functionOf } from ${from('suite.js')}`
  // Vitest 3 has none.
  if (values.compiled !== undefined && Array.isArray(config.execArgv))
    config.execArgv = [...config.execArgv, '--require', join(values.compiled, 'load.cjs')]
  config.runner = `data:text/javascript,${encodeURIComponent(`${parts}; import { watched } from ${JSON.stringify(watcher)}; export default watched(Own, functionOf)`)}`
  const reaching = roots && { roots, open: isIsolated(config) ? null : 'test files share a process' }
  project.provide('sigma', { account, key, counts: values.coverage !== undefined, reaching })
}

/** Node itself loads this; by its path a file outside of the project is not found where tests have the environment of a browser. */
function asData({ href }) {
  return `data:text/javascript,export { default } from ${JSON.stringify(href)}`
}

const coverage =
  values.coverage === undefined
    ? { enabled: false }
    : {
        enabled: true,
        provider: 'custom',
        customProviderModule: asData(new URL('./vitest-coverage.mjs', import.meta.url)),
        reportsDirectory: values.coverage,
        clean: false,
        reporter: [],
        thresholds: undefined,
      }

const report = new Report(version, {
  // Which files are at work: it tells of one that never ends, and nothing else.
  begun: (file) => appendFileSync(`${destination}.going`, `+${file}\n`),
  ended: (file, count) => {
    appendFileSync(`${destination}.going`, `-${file}\n`)
    // A byte for each test that is done: it shows how far the suite is, and nothing else.
    appendFileSync(`${destination}.done`, '.'.repeat(count))
  },
})
const isNewer = !existsSync(join(dirname(values.vitest), 'runners.js'))
const cacheDir = join(scratch, 'vite')
mkdirSync(cacheDir, { recursive: true })
const vitest = await createVitest(
  'test',
  {
    run: true,
    watch: false,
    ui: false,
    open: false,
    update: false,
    cache: false,
    fsModuleCache: false,
    passWithNoTests: true,
    allowOnly: true,
    includeTaskLocation: true,
    bail: 0,
    reporters: served === null ? [report] : [report, { onTestModuleQueued: () => served.begin() }],
    outputFile: undefined,
    silent: true,
    coverage,
    sequence: { sequencer: AskedOnly },
    testNamePattern: values.only ?? '^',
    ...(values.workers !== undefined && { maxWorkers: values.workers }),
  },
  { cacheDir, clearScreen: false },
)
if (values.standby !== undefined) {
  const asked = await orders()
  files = asked.files.map((file) => resolve(file))
  destination = asked.report
  key = asked.key
  // Then test files may decide about each other.
  if (vitest.projects.some(({ config }) => !isIsolated(config))) writeSync(3, '{"kind":"shared"}\n')
}
const account = `${destination}.account`
for (const project of vitest.projects) watch(project)
served?.watch(vitest)
try {
  await vitest.start(files)
} catch (error) {
  if (error?.code !== 'VITEST_FILES_NOT_FOUND') throw error
}
const write = signedLines.signing(openSync(destination, 'wx'), key)
const taken = vitest.projects.map(({ name, config: { include, exclude } }) => ({
  ...(name && { project: name }),
  include: include.join(', '),
  exclude: exclude.join(', '),
}))
write(report.body(existsSync(account) ? readFileSync(account, 'utf8') : '', taken, served?.report() ?? null))
const closing = setTimeout(() => process.exit(), closingMs)
await vitest.close()
clearTimeout(closing)
process.exit()
