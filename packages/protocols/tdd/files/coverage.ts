import type { Json, Percentages, Thresholds } from '@sigma/protocol'
import { z } from 'zod'

export interface CoverageStanding {
  readonly coverage: Percentages | null
  /** Null: not required, or not to be judged. */
  readonly coverageGate: boolean | null
  /** Why it is not `true`. */
  readonly coverageReason: 'not-required' | 'not-measured' | 'unknown' | 'below' | 'nothing-to-cover' | null
}

const percent = z.number()
const measured = z.object({
  coverage: z
    .object({ lines: percent, functions: percent, branches: percent, statements: percent })
    .nullable()
    .default(null),
  coveredFiles: z.array(z.string()).optional(),
})

const dimensions = ['lines', 'functions', 'branches', 'statements'] as const

/** What a gate's numbers say of coverage (SIG-75): equality passes (SIG-59), and what was not measured is never 0 (A22). */
export function coverageStanding(wanted: Thresholds, data: Json): CoverageStanding {
  const { coverage, coveredFiles } = measured.safeParse(data).data ?? { coverage: null }
  if (dimensions.every((dimension) => wanted[dimension] === 0))
    return { coverage, coverageGate: null, coverageReason: 'not-required' }
  if (coverage !== null) {
    const reached = dimensions.every((dimension) => coverage[dimension] >= wanted[dimension])
    return { coverage, coverageGate: reached, coverageReason: reached ? null : 'below' }
  }
  if (coveredFiles?.length === 0) return { coverage, coverageGate: true, coverageReason: 'nothing-to-cover' }
  const asked = typeof data === 'object' && data !== null && 'coverage' in data
  return { coverage, coverageGate: null, coverageReason: asked ? 'unknown' : 'not-measured' }
}

const count = z.object({ total: z.number(), covered: z.number(), skipped: z.number(), pct: z.number() })

/** The part of a gate's evidence that a summary of coverage is made from. */
const evidence = z.object({
  coverage: z.object({ lines: count, functions: count, branches: count, statements: count }),
})

/** Counts of a measurement, from its evidence; null: it measured none. */
export function totalsIn(text: string): z.infer<typeof evidence>['coverage'] | null {
  try {
    return evidence.safeParse(JSON.parse(text)).data?.coverage ?? null
  } catch {
    return null
  }
}
