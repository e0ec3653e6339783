/**
 * Stands before each test file in the process that runs it. First it notes which mutants each test reaches; later it repeats a test with
 * one mutant after the other switched on, and at the end with none, so that what a mutant left behind is seen.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { z } from 'zod'

const plan = z
  .object({
    events: z.string(),
    /** Mutants to try, by the tests' ids; null: note what is reached. */
    tests: z.record(z.string(), z.array(z.number())).nullable(),
    /** A mutant that is switched on from the start. */
    always: z.number().nullable(),
  })
  .parse(JSON.parse(readFileSync(process.env['SIGMA_MUTANTS_PLAN'] ?? '', 'utf8')))
const killed = new Set<number>()
const queues = new Map<string, number[]>()
let reached = new Set<number>()
let active = plan.always
let open: { readonly test: RunnerTestCase; readonly mutant: number | null; readonly began: number } | null = null

Object.assign(globalThis, {
  mutant: (id: number): boolean => {
    reached.add(id)
    return id === active
  },
})

const tell = (event: object): void => appendFileSync(plan.events, `${JSON.stringify(event)}\n`)

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern here.
beforeAll(({}, file) => {
  tell({ kind: 'loaded', file: file.file.filepath, reached: [...reached] })
  reached = new Set()
  if (plan.tests === null || plan.always !== null) return
  for (const line of existsSync(plan.events) ? readFileSync(plan.events, 'utf8').split('\n') : []) {
    const event: unknown = line === '' ? null : JSON.parse(line)
    const found = z.object({ kind: z.literal('tried'), mutant: z.number(), failed: z.literal(true) }).safeParse(event)
    if (found.success) killed.add(found.data.mutant)
  }
  for (const test of testsIn(file)) {
    queues.set(test.id, plan.tests[test.id] ?? [])
    arrange(test)
  }
})

beforeEach(({ task }) => {
  close()
  const mutant = queues.get(task.id)?.[task.result?.repeatCount ?? 0] ?? plan.always
  open = { test: task, mutant, began: performance.now() }
  reached = new Set()
  active = mutant
  tell({ kind: 'begun', test: task.id, mutant })
})

afterEach(close)

/** Also called by the next test: a hook that failed keeps `afterEach` from being called. */
function close(): void {
  if (open === null) return
  const { test, mutant, began } = open
  open = null
  active = plan.always
  const failed = test.result?.state === 'fail' || (test.result?.errors ?? []).length > 0
  const ms = Math.round(performance.now() - began)
  if (plan.tests === null) {
    const name = test.fullTestName
    tell({ kind: 'noted', file: test.file.filepath, test: test.id, name, failed, ms, reached: [...reached] })
    return
  }
  tell({ kind: 'tried', test: test.id, mutant, failed, ms })
  if (test.result !== undefined) delete test.result.errors
  if (!failed || mutant === null) return
  killed.add(mutant)
  for (const later of testsIn(test.file)) if (later.result === undefined) arrange(later)
}

/** One time for each mutant that is still alive, and one more without any. */
function arrange(test: RunnerTestCase): void {
  const queue = (queues.get(test.id) ?? []).filter((mutant) => !killed.has(mutant))
  queues.set(test.id, queue)
  test.repeats = queue.length
  if (queue.length === 0) test.mode = 'skip'
}

function testsIn(suite: RunnerTestSuite): readonly RunnerTestCase[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))
}
