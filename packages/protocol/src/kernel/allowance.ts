/** What bounds the turns of a run, and what is left of it. */
import { z } from 'zod'

export const budgetUnits = ['asks', 'tokens', 'milliseconds', 'microdollars'] as const

/** Always whole numbers: their sums are the same in any order. `asks`: turns; `milliseconds`: that agents worked. */
export type BudgetUnit = (typeof budgetUnits)[number]

/** Counts the turns of whatever it names, of all where it names nothing: of a phase, of a role, within a part of the run. */
export const budgetSchema = z.strictObject({
  unit: z.enum(budgetUnits),
  most: z.int().min(1),
  /** As an ask has it, e.g. `GREEN`. */
  phase: z.string().min(1).optional(),
  role: z.string().min(1).optional(),
  /** Name of a part of the run, as `At.within` lists it, e.g. of a task with all that is below it. */
  of: z.string().min(1).optional(),
  /** Roles whose turns it does not count: those that people play. */
  without: z.array(z.string().min(1)).readonly().optional(),
})

export type Budget = Readonly<z.infer<typeof budgetSchema>>

/** A budget as it stands: what was used of it, all along the run, is what was granted less what is left. */
export interface Allowance {
  readonly budget: Budget
  /** All that it was given, with what was used beyond that and forgiven. */
  readonly granted: number
  readonly left: number
  /** Turns of which it is not known what they used. */
  readonly unsaid: number
}
