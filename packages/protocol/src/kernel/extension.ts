/** What a decision to extend grants (rule 11). */
import { z } from 'zod'
import type { At, Consult } from '../effect.ts'
import type { Decided } from '../event.ts'
import type { Allowance, Budget, BudgetUnit } from './allowance.ts'
import { counts, refusals, spentRules } from './budgets.ts'
import { inUnit, namedAmountsSchema, unitNames } from './named-amounts.ts'

/** `more`: how much more a person gives. */
const decisionSchema = z.object({ more: namedAmountsSchema })

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
    if (more === undefined)
      return isSpent(allowance) || (unit === 'asks' && isNear(budget, at)) ? filled(allowance, most) : allowance
    const given = more[unitNames[unit]]
    if (given === undefined) return allowance
    const amount = inUnit(unit, given)
    if (isSpent(allowance)) return filled(allowance, amount)
    return meant.includes(allowance) && noneSpent(unit)
      ? { ...allowance, granted: granted + amount, left: left + amount }
      : allowance
  })
}

/** What was asked about one part of the run gives nothing to another. */
const isNear = (budget: Budget, at: At): boolean => budget.of === undefined || counts(budget, at)

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
