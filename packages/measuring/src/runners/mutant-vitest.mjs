/**
 * Tries mutants with the project's own vitest, in one run of the test files. What to do comes on stdin, as JSON. Plain
 * JavaScript for Node 20 and newer; by vitest's public API, as `vitest-run.mjs`, which says why.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const given = JSON.parse(readFileSync(0, 'utf8'))
const files = given.files.map((file) => resolve(file))
const { createVitest, BaseSequencer } = await import(pathToFileURL(given.vitest).href)

/** A filter of vitest's takes `a.test.tsx` for `a.test.ts` too. */
class AskedOnly extends BaseSequencer {
  async sort(specifications) {
    return specifications.filter((each) => files.includes(each.moduleId) && each.pool !== 'typescript')
  }
  async shard(specifications) {
    return specifications
  }
}

const home = pathToFileURL(dirname(given.vitest)).href
const isNewer = !existsSync(join(dirname(given.vitest), 'runners.js'))
const from = (file) => JSON.stringify(`${home}/${file}`)
const worker = JSON.stringify(new URL('./mutant-vitest-worker.mjs', import.meta.url).href)
const runner = [
  isNewer
    ? `import { TestRunner as Own, vi } from ${from('index.js')}`
    : `import { VitestTestRunner as Own } from ${from('runners.js')}; import { vi } from ${from('index.js')}`,
  `import { startTests } from ${from('browser.js')}`,
  `import { trying } from ${worker}`,
  'export default trying(Own, startTests, vi)',
].join('; ')
const cacheDir = join(given.scratch, 'vite')
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
    bail: 0,
    retry: 0,
    reporters: [{}],
    outputFile: undefined,
    silent: true,
    coverage: { enabled: false },
    sequence: { sequencer: AskedOnly },
    ...(given.workers !== null && { maxWorkers: given.workers }),
  },
  { cacheDir, clearScreen: false },
)
for (const project of vitest.projects) {
  const { config } = project
  if (config.runner !== undefined || config.browser?.enabled === true) continue
  config.runner = `data:text/javascript,${encodeURIComponent(runner)}`
  const { account, key, name, order, budget } = given
  project.provide('sigma', { account, key, name, order, budget })
}
await vitest.start(files)
setTimeout(() => process.exit(), 5_000).unref()
await vitest.close()
process.exit()
