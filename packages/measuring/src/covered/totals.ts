import { z } from 'zod'
import type { ReadBy } from '../schema.ts'

/** Counts of one dimension; where there is nothing of its kind, `pct` is 100. */
const count = z.object({
  total: z.number(),
  covered: z.number(),
  skipped: z.number(),
  pct: z.number().min(0).max(100),
})

export const coverageTotalsSchema = z.object({ lines: count, functions: count, branches: count, statements: count })
export type CoverageTotals = ReadBy<typeof coverageTotalsSchema>

export const dimensions: readonly (keyof CoverageTotals)[] = ['lines', 'functions', 'branches', 'statements']
