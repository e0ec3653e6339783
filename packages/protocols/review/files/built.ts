/** What of the report of a TDD run a review tells again (SIG-81 to SIG-86). The report is made from that run's journal. */
import type { JsonObject, Percentages } from '@sigma/protocol'
import { z } from 'zod'

const number = z.number()
const dimensions = ['lines', 'functions', 'branches', 'statements'] as const
const percentages = z.object({ lines: number, functions: number, branches: number, statements: number })
const count = z.object({ total: number, covered: number })
const counts = z.object({ lines: count, functions: count, branches: count, statements: count })

const reportSchema = z.object({
  cycles: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      coverage: percentages.nullable(),
      /** Absent where nothing was counted. */
      counts: counts.nullable().default(null),
    }),
  ),
  coverageThreshold: percentages,
  phases: z.object({ RED: number, GREEN: number, REFACTOR: number }),
})

export interface Built {
  readonly totalCycles: number
  readonly passedCycles: number
  /** Ids of all that did not pass: of an ended run nothing is open. */
  readonly failedCycles: readonly string[]
  readonly coverageThreshold: Percentages
  readonly coverage: { readonly min: Percentages | null; readonly avg: Percentages | null }
  readonly phases: { readonly RED: number; readonly GREEN: number; readonly REFACTOR: number }
}

/** Null: it is no report that can be read. */
export function builtIn(report: JsonObject): Built | null {
  const { data } = reportSchema.safeParse(report)
  if (data === undefined) return null
  const { cycles, coverageThreshold, phases } = data
  const failed = cycles.filter(({ status }) => status !== 'done')
  const measured = cycles.flatMap(({ coverage, counts: own }) => (coverage === null ? [] : [{ coverage, counts: own }]))
  return {
    totalCycles: cycles.length,
    passedCycles: cycles.length - failed.length,
    failedCycles: failed.map(({ id }) => id),
    coverageThreshold,
    coverage: { min: leastOf(measured), avg: averageOf(measured) },
    phases,
  }
}

interface Measured {
  readonly coverage: Percentages
  readonly counts: z.infer<typeof counts> | null
}

const of = (value: (dimension: (typeof dimensions)[number]) => number): Percentages => ({
  lines: value('lines'),
  functions: value('functions'),
  branches: value('branches'),
  statements: value('statements'),
})

function leastOf(measured: readonly Measured[]): Percentages | null {
  if (measured.length === 0) return null
  return of((dimension) => Math.min(...measured.map(({ coverage }) => coverage[dimension])))
}

/** From what was covered of all there is; only where that is not known from percentages (SIG-68). */
function averageOf(measured: readonly Measured[]): Percentages | null {
  if (measured.length === 0) return null
  const known = measured.flatMap(({ counts: own }) => own ?? [])
  return of((dimension) => {
    if (known.length < measured.length)
      return rounded(sum(measured.map(({ coverage }) => coverage[dimension])) / measured.length)
    const total = sum(known.map((each) => each[dimension].total))
    return total === 0 ? 100 : rounded((sum(known.map((each) => each[dimension].covered)) / total) * 100)
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((before, each) => before + each, 0)

/** Downwards, to hundredths: what is not whole is never 100. */
const rounded = (percent: number): number => Math.floor(percent * 100 + 1e-9) / 100
