import { z } from 'zod'

/** Counts of one dimension; where there is nothing of its kind, `pct` is 100. */
export interface CoverageCount {
  readonly total: number
  readonly covered: number
  readonly skipped: number
  readonly pct: number
}

export interface CoverageTotals {
  readonly lines: CoverageCount
  readonly functions: CoverageCount
  readonly branches: CoverageCount
  readonly statements: CoverageCount
}

export const dimensions: readonly (keyof CoverageTotals)[] = ['lines', 'functions', 'branches', 'statements']

const count: z.ZodType<CoverageCount> = z.object({
  total: z.number(),
  covered: z.number(),
  skipped: z.number(),
  pct: z.number().min(0).max(100),
})

export const coverageTotalsSchema: z.ZodType<CoverageTotals> = z.object({
  lines: count,
  functions: count,
  branches: count,
  statements: count,
})
