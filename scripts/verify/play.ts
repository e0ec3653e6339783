/** Plays parts, each slice as a process of vitest with a report of its own. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Part } from './part.ts'

/** What came of a part. */
export interface Played {
  readonly part: Part
  /** What was played how often, as the tests counted it. */
  readonly counted: ReadonlyMap<string, number>
  readonly passed: number
  /** What each test that failed says, in a line. */
  readonly failed: readonly string[]
  readonly seconds: number
}

interface Slice {
  readonly counted: ReadonlyMap<string, number>
  readonly passed: number
  readonly failed: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Plays what takes the whole machine in the end, and before it as much at once as `atOnce` says. A part that fails ends nothing. */
export async function playAll(
  parts: readonly Part[],
  { atOnce, reports, onEnd }: { atOnce: number; reports: string; onEnd: (played: Played) => void },
): Promise<readonly Played[]> {
  const ended: Played[] = []
  const together = parts.filter(({ alone }) => alone !== true)
  const queue = together.flatMap((part) => slicesOf(part).map((slice) => ({ part, slice })))
  const open = new Map<Part, { readonly slices: Slice[]; began: number }>()
  const end = (played: Played): void => {
    ended.push(played)
    onEnd(played)
  }
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { part, slice } = next
      const state = open.get(part) ?? { slices: [], began: Date.now() }
      open.set(part, state)
      state.slices.push(await playSlice(part, slice, reports))
      if (state.slices.length === (part.slices ?? 1)) end(sum(part, state.slices, state.began))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  for (const part of parts.filter(({ alone }) => alone === true)) {
    const began = Date.now()
    end(sum(part, [await playSlice(part, '1/1', reports)], began))
  }
  return ended
}

const slicesOf = ({ slices = 1 }: Part): readonly string[] =>
  Array.from({ length: slices }, (_, at) => `${at + 1}/${slices}`)

function sum(part: Part, slices: readonly Slice[], began: number): Played {
  const counted = new Map<string, number>()
  for (const slice of slices)
    for (const [what, count] of slice.counted) counted.set(what, (counted.get(what) ?? 0) + count)
  return {
    part,
    counted,
    passed: slices.reduce((all, { passed }) => all + passed, 0),
    failed: slices.flatMap(({ failed }) => failed),
    seconds: Math.round((Date.now() - began) / 1000),
  }
}

async function playSlice(part: Part, slice: string, reports: string): Promise<Slice> {
  const folder = join(reports, part.name, slice.replace('/', '-of-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [report, counts] = [join(folder, 'tests.json'), join(folder, 'counted.jsonl')]
  const words = ['run', part.file, ...(part.only === undefined ? [] : ['-t', part.only])]
  const child = spawn(
    join(root, 'node_modules', '.bin', 'vitest'),
    [...words, '--maxWorkers=1', '--reporter=json', `--outputFile.json=${report}`],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SIGMA_TIER: 'verify', SIGMA_SLICE: slice, SIGMA_COUNTED: counts },
    },
  )
  const exit = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve)
  })
  return { counted: countsIn(counts), ...testsIn(report, exit) }
}

const testSchema = z.object({
  status: z.string(),
  fullName: z.string(),
  failureMessages: z.array(z.string()).nullish(),
})
const reportSchema = z.object({ testResults: z.array(z.object({ assertionResults: z.array(testSchema) })) })

function testsIn(file: string, exit: number | null): Pick<Slice, 'passed' | 'failed'> {
  const tests = reportIn(file).testResults.flatMap(({ assertionResults }) => assertionResults)
  // With a title given, vitest calls all the others skipped.
  const played = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending')
  const failed = played
    .filter(({ status }) => status !== 'passed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${(failureMessages?.[0] ?? '').split('\n')[0]}`)
  const passed = played.length - failed.length
  if (failed.length === 0 && (exit !== 0 || played.length === 0))
    return { passed, failed: [played.length === 0 ? 'no test was played' : `vitest ended with ${exit}`] }
  return { passed, failed }
}

/** Empty where vitest wrote none, or was ended while it did. */
function reportIn(file: string): z.infer<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(textIn(file)))
  } catch {
    return { testResults: [] }
  }
}

function countsIn(file: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of textIn(file)
    .split('\n')
    .filter((each) => each !== '')) {
    const { what, count }: { what: string; count: number } = JSON.parse(line)
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  return counts
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
