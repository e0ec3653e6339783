/** Amounts of what turns use as people name them: agent calls, tokens, minutes, dollars. */
import { z } from 'zod'
import { type Budget, type BudgetUnit, budgetUnits } from './allowance.ts'
import { mostAtOnce } from './budgets.ts'

const amount = z.number().positive().optional()
export const namedAmountsSchema = z.object({ asks: amount, tokens: amount, minutes: amount, cost: amount })
export type NamedAmounts = Readonly<z.infer<typeof namedAmountsSchema>>

/** Name of a unit in people's words. */
export const unitNames: Readonly<Record<BudgetUnit, keyof NamedAmounts>> = {
  asks: 'asks',
  tokens: 'tokens',
  milliseconds: 'minutes',
  microdollars: 'cost',
}

/** A named amount as budgets count it. */
export function inUnit(unit: BudgetUnit, named: number): number {
  const factor = unit === 'milliseconds' ? 60_000 : unit === 'microdollars' ? 1_000_000 : 1
  return Math.max(1, Math.min(mostAtOnce, Math.round(named * factor)))
}

/** One budget for each amount that is named. */
export function budgetsOfAmounts(
  amounts: {
    readonly [Name in keyof NamedAmounts]: NamedAmounts[Name] | null
  },
): readonly Budget[] {
  return budgetUnits.flatMap((unit) => {
    const named = amounts[unitNames[unit]] ?? null
    return named === null ? [] : [{ unit, most: inUnit(unit, named) }]
  })
}
