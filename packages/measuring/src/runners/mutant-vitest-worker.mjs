/**
 * The runner that vitest tries mutants with, in the worker that has a test file: its own, which runs the file once to note what
 * it reaches, then once for each mutant that is reached, with all modules loaded anew, and at the end without any. Plain
 * JavaScript for Node 20 and newer.
 */
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import accounts from './mutant-account.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import switches from './mutant-switch.cjs'

const { none, switchIn } = switches

/** `Runner` is vitest's own, as `startTests` and `vi` are. */
export function trying(Runner, startTests, vi) {
  return class extends Runner {
    #given
    #tell
    #switch
    #began = performance.now()
    #load = new Set()
    #reached = new Map()
    #round = null

    constructor(...parameters) {
      super(...parameters)
      const { providedContext } = this.workerState
      this.#given = providedContext.sigma
      this.#tell = accounts.telling(this.#given.account, this.#given.key)
      delete providedContext.sigma
      this.#switch = switchIn(globalThis, this.#given.name)
      const own = { note: (test) => this.#note(test), isOver: () => this.#round?.by !== null }
      Object.defineProperty(this, 'sigma', { value: own })
    }

    onBeforeTryTask(test, ...rest) {
      this.sigma.note(null)
      return super.onBeforeTryTask?.(test, ...rest)
    }

    onAfterRunTask(test) {
      this.sigma.note(test)
      return super.onAfterRunTask?.(test)
    }

    async onAfterRunFiles(files) {
      for (const file of files) await this.#try(file)
      await super.onAfterRunFiles?.(files)
    }

    /** What was reached since the last time: by a test, or beside tests. */
    #note(test) {
      const ids = this.#switch.taken()
      if (this.#round !== null) {
        if (test !== null && this.#isLost(test)) this.#round.by ??= nameOf(test)
        return
      }
      const of = test === null ? this.#load : reachOf(this.#reached, nameOf(test))
      for (const id of ids) of.add(id)
    }

    #isLost(test) {
      return test.result?.state === 'fail' && this.#round.passing.has(nameOf(test))
    }

    async #try(file) {
      this.#note(null)
      const calls = this.#switch.calls()
      const passing = new Set(
        testsIn(file)
          .filter(({ result }) => result?.state === 'pass')
          .map(nameOf),
      )
      const failed =
        file.result?.errors?.length > 0 ? 'it cannot be loaded' : passing.size === 0 ? 'no test passes' : null
      const tests = [...this.#reached].map(([name, ids]) => ({ name, ids: [...ids], passes: passing.has(name) }))
      const ms = performance.now() - this.#began
      const path = file.filepath
      this.#tell({ kind: 'noted', file: path, at: Date.now(), ms, calls, load: [...this.#load], tests, failed })
      if (failed !== null) return
      const ids = new Set([...this.#load, ...tests.filter((each) => each.passes).flatMap((each) => each.ids)])
      const spec = { filepath: path, testLocations: undefined, testIds: undefined }
      let count = 0
      for (const mutant of this.#given.order) {
        if (!ids.has(mutant)) continue
        const lines = accounts.told(this.#given.account)
        if (isNoticed(lines, mutant, path)) continue
        if (!accounts.hasTime(this.#given.budget, accounts.runMsOf(this.#given.budget, lines))) break
        this.#tell({ kind: 'begun', file: path, mutant })
        this.#tell({ kind: 'tried', file: path, mutant, by: await this.#play(spec, passing, mutant, calls) })
        count += 1
      }
      if (count > 0 && (await this.#play(spec, passing, none, calls)) !== null)
        this.#tell({ kind: 'doubted', file: path })
    }

    /** The test that fails which did not before; null: none does. */
    async #play(spec, passing, mutant, calls) {
      this.#round = { passing, by: null }
      vi.useRealTimers()
      vi.unstubAllEnvs()
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
      vi.resetModules()
      process.env[this.#given.name] = String(mutant)
      this.#switch.turn(mutant, mutant === none ? undefined : 20_000 + 50 * calls)
      const files = await startTests([spec], this.#silent())
      const isBroken = files.some((file) => file.result?.errors?.length > 0)
      return this.#round.by ?? (isBroken ? 'the file itself' : null)
    }

    /** Tells nobody of its tests, and skips the others once one has failed. */
    #silent() {
      const own = Object.create(this)
      const plain = Runner.prototype
      const { sigma } = this
      return Object.assign(own, {
        cancelRun: false,
        onCollected() {},
        onTaskUpdate() {},
        onTestAnnotate: undefined,
        onTestArtifactRecord: undefined,
        onAfterRunFiles: plain.onAfterRunFiles,
        onBeforeRunFiles: plain.onBeforeRunFiles,
        async onAfterRunTask(test) {
          sigma.note(test)
          if (sigma.isOver()) own.cancelRun = true
          await plain.onAfterRunTask?.call(own, test)
        },
      })
    }
  }
}

/** Another test file, or an earlier process, has noticed it, or this file has had its turn. */
const isNoticed = (lines, mutant, file) =>
  lines.some((line) => line.kind === 'tried' && line.mutant === mutant && (line.by !== null || line.file === file))

function reachOf(all, name) {
  if (!all.has(name)) all.set(name, new Set())
  return all.get(name)
}

const testsIn = (suite) => suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))

function nameOf(test) {
  const names = []
  for (let at = test; at !== undefined && at !== test.file; at = at.suite) names.unshift(at.name)
  return names.join(' › ')
}
