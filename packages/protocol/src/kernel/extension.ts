/** What a decision to extend grants (rule 11). */
import { z } from 'zod'
import type { Consult } from '../effect.ts'
import type { Decided } from '../event.ts'
import type { Allowance, BudgetUnit } from './allowance.ts'
import { counts, mostAtOnce, refusals, spentRules } from './budgets.ts'

const amount = z.number().positive().optional()
/** How much more a person gives, by unit in people's words: minutes and dollars. */
const moreSchema = z.object({ asks: amount, tokens: amount, minutes: amount, cost: amount })
export type More = Readonly<z.infer<typeof moreSchema>>
const decisionSchema = z.object({ more: moreSchema })

/** Name of a unit in people's words, as `more` has it. */
export const unitNames: Readonly<Record<BudgetUnit, keyof More>> = {
  asks: 'asks',
  tokens: 'tokens',
  milliseconds: 'minutes',
  microdollars: 'cost',
}

/**
 * After a decision to extend. Asks are filled up by every such decision; all else only where it is spent and the
 * question was about it: who grants more tries grants no money. With `more` nothing is filled up: what is spent gets
 * that, and so does what was spent when the question was asked, and was given more since.
 */
export function extended(
  allowances: readonly Allowance[],
  { at, reasons }: Consult,
  { input }: Decided,
): readonly Allowance[] {
  const more = decisionSchema.safeParse(input).data?.more
  const asked = new Set(reasons.map(({ rule }) => rule))
  const meant = allowances.filter(({ budget }) => asked.has(spentRules[budget.unit]) && counts(budget, at))
  const isSpent = (allowance: Allowance): boolean => meant.includes(allowance) && allowance.left <= 0
  const noneSpent = (unit: BudgetUnit): boolean => !meant.some((each) => each.budget.unit === unit && isSpent(each))
  return allowances.map((allowance) => {
    const { budget, granted, left } = allowance
    const { unit, most } = budget
    if (more === undefined) return isSpent(allowance) || unit === 'asks' ? filled(allowance, most) : allowance
    const given = more[unitNames[unit]]
    if (given === undefined) return allowance
    const amount = inUnit(unit, given)
    if (isSpent(allowance)) return filled(allowance, amount)
    return meant.includes(allowance) && noneSpent(unit)
      ? { ...allowance, granted: granted + amount, left: left + amount }
      : allowance
  })
}

/** Use beyond the grant is forgiven: it counts as granted from now on. */
function filled(allowance: Allowance, amount: number): Allowance {
  const used = allowance.granted - allowance.left
  return { ...allowance, granted: used + amount, left: amount }
}

const rules: ReadonlySet<string> = new Set(Object.values(spentRules))

/**
 * Whether a question is answered by what was granted elsewhere: it was asked for nothing but spent budgets, more may be
 * given for it, and its turn could begin now.
 */
export function isFilledUp(allowances: readonly Allowance[], { reasons, options, at }: Consult): boolean {
  const isOfBudgets = reasons.length > 0 && reasons.every(({ rule }) => rules.has(rule))
  return isOfBudgets && options.some(({ name }) => name === 'extend') && refusals(allowances, at, 'an ask').length === 0
}

function inUnit(unit: BudgetUnit, given: number): number {
  const factor = unit === 'milliseconds' ? 60_000 : unit === 'microdollars' ? 1_000_000 : 1
  return Math.max(1, Math.min(mostAtOnce, Math.round(given * factor)))
}
