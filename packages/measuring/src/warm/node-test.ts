/**
 * node:test, ready: processes that have started and loaded the runner, and wait for a file. Each runs one file, as
 * `node --test` does, and is gone, so nothing of a run is left for the next.
 */
import { join } from 'node:path'
import type { Living, ProcessResult } from '@sigma/engine'
import { z } from 'zod'
import { timedOut } from '../runners/ending.ts'
import { testRunOf } from '../runners/node-test.ts'
import { readReport } from '../runners/node-test-report.ts'
import { nodeTestSpare, nodeTestSpareReporter } from '../runners/spare-programs.ts'
import { textsOf } from '../runners/test-files.ts'
import type { TestRun } from '../runners/test-run.ts'
import { type FileRun, reportOf, type SpareLine, spareLineSchema } from './spare-report.ts'
import type { Warm, WarmPlace, WarmRequest, WarmRunner } from './warm-runner.ts'

const reporting = [`--test-reporter=${nodeTestSpareReporter}`, '--test-reporter-destination=stdout'] as const
const command = ['node', ...reporting, nodeTestSpare] as const
/** How many wait, and how many run at a time. */
const size = 2
const least = 20

export const warmNodeTest: WarmRunner = { name: 'node:test', open }

function open(place: WarmPlace): Warm {
  const { root, folder, isSource } = place
  const spares: Living[] = []
  const busy = new Set<Living>()

  function start(): Living {
    return place.processes.open({
      command,
      cwd: join(root, folder),
      env: place.env,
      maxOutputBytes: 64 * 1024,
      maxUnreadBytes: 16 * 1024 * 1024,
      graceMs: 500,
    })
  }

  /** Null: the process is none that tells what it does. */
  async function play(file: string, leftMs: () => number): Promise<FileRun | 'late' | null> {
    const spare = spares.shift() ?? start()
    busy.add(spare)
    try {
      const ready = await spare.receive(leftMs())
      const version = ready.kind === 'said' ? readySchema.safeParse(ready.message).data?.version : undefined
      if (version === undefined || majorOf(version) < least) return ready.kind === 'silent' ? 'late' : null
      spare.send({ file: join(root, file) })
      const said = await listen(spare, leftMs)
      return said === 'late' || said === null ? said : { file: join(root, file), version, ...said }
    } finally {
      busy.delete(spare)
      await spare.end()
    }
  }

  async function run({ files, limitMs, signal }: WarmRequest): Promise<TestRun | 'unclear'> {
    const began = performance.now()
    const leftMs = (): number => Math.max(1, began + limitMs - performance.now())
    const texts = await textsOf(root, files)
    const stop = (): void => {
      for (const each of busy) each.end().catch(() => undefined)
    }
    signal.addEventListener('abort', stop)
    const runs = await inTurn(
      files.toSorted(),
      size,
      (file) => play(file, leftMs),
      () => signal.aborted,
    )
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
    const durationMs = Math.round(performance.now() - began)
    if (runs.includes(null)) return 'unclear'
    const played = runs.filter((each) => each !== null && each !== 'late')
    const report = readReport(reportOf(played), files, { root, folder, isSource })
    const late = runs.includes('late')
    const exit = late ? null : played.some(({ result }) => result.exit !== 0) ? 1 : 0
    const problem = late ? timedOut(limitMs) : null
    return testRunOf(report, texts, { command, exit, signal: null, durationMs, problem })
  }

  return {
    run,
    restock: () => {
      while (spares.length < size) spares.push(start())
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...spares.splice(0), ...busy].map((each) => each.end()))
    },
  }
}

const readySchema = z.object({ kind: z.literal('ready'), version: z.string() })

const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0)

interface Said {
  readonly lines: readonly SpareLine[]
  readonly result: ProcessResult
}

async function listen(spare: Living, leftMs: () => number): Promise<Said | 'late' | null> {
  const lines: SpareLine[] = []
  for (;;) {
    const received = await spare.receive(leftMs())
    if (received.kind === 'silent') return 'late'
    if (received.kind === 'over') {
      const { end } = received.result
      return end === 'exited' || end === 'signalled' ? { lines, result: received.result } : null
    }
    const line = spareLineSchema.safeParse(received.message)
    if (!line.success) return null
    lines.push(line.data)
  }
}

/** So many at a time, in order; begins no more when the work is in vain, or one of them was. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result | 'late' | null>,
  isInVain: () => boolean,
): Promise<readonly (Result | 'late' | null)[]> {
  const results = new Map<number, Result | 'late' | null>()
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (isInVain()) return
      const result = await work(item)
      results.set(at, result)
      if (result === null || result === 'late') return
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return items.map((_, at) => results.get(at) ?? (results.has(at) ? null : 'late'))
}
