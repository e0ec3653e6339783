/**
 * Budgets: what the turns of a run, a phase or a role may use before a person is asked (rule 11). Asks are taken when
 * a turn begins; all else is known when it is over, so what is left may fall below nothing. What nobody said is counted
 * as unsaid: never as nothing, and never as a number.
 */
import type { Ask, At } from '../effect.ts'
import type { Answered, Failed, Usage } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Allowance, Budget, BudgetUnit } from './allowance.ts'
import { amountText, counted } from './amounts.ts'
import type { Open } from './kernel.ts'

/** The one budget that every run has. */
export function budgetOfAsks(most: number): readonly Budget[] {
  return [{ unit: 'asks', most }]
}

export function allowancesOf(budgets: readonly Budget[]): readonly Allowance[] {
  return budgets.map((budget) => ({ budget, granted: budget.most, left: budget.most, unsaid: 0 }))
}

/** Name of the finding that says that a budget is spent. */
export const spentRules: Readonly<Record<BudgetUnit, string>> = {
  asks: 'asks-spent',
  tokens: 'tokens-spent',
  milliseconds: 'minutes-spent',
  microdollars: 'cost-spent',
}

/** With those that an ask brings along, where they are new: each part of the run has its own once. */
export function withBudgetsOf(allowances: readonly Allowance[], { budgets }: Ask): readonly Allowance[] {
  const fresh = budgets?.filter((brought) => !allowances.some(({ budget }) => isSame(budget, brought))) ?? []
  return fresh.length === 0 ? allowances : [...allowances, ...allowancesOf(fresh)]
}

const isSame = (one: Budget, other: Budget): boolean =>
  one.unit === other.unit && one.of === other.of && one.phase === other.phase && one.role === other.role

type Whose = Pick<At, 'phase' | 'role' | 'within'>

/** What budgets compare of a turn. */
export const whoseTurn = ({ phase, role, at: { within } }: Ask): Whose => ({ phase, role, within })

/** Whether it counts turns of that phase and role, as far as these are named, within that part of the run. */
export function counts({ phase, role, without, of: part }: Budget, of: Whose): boolean {
  if (part !== undefined && of.within?.includes(part) !== true) return false
  if (phase !== undefined && of.phase !== undefined && phase !== of.phase) return false
  if (role !== undefined && of.role !== undefined && role !== of.role) return false
  return of.role === undefined || without === undefined || !without.includes(of.role)
}

/** Why a turn cannot begin; empty: it can. One that costs no ask needs none. */
export function refusals(allowances: readonly Allowance[], ask: Whose, costs: 'an ask' | 'none'): readonly Finding[] {
  return allowances
    .filter(({ budget, left }) => left <= 0 && counts(budget, ask) && (budget.unit !== 'asks' || costs === 'an ask'))
    .map(spent)
}

function spent({ budget, granted, left, unsaid }: Allowance): Finding {
  const { unit } = budget
  const used = amountText(unit, granted - left)
  const silent = unsaid === 0 ? '' : `, and ${counted(unsaid, 'turn')} did not say`
  return {
    rule: spentRules[unit],
    message: `${whose(budget)} budget of ${amountText(unit, granted)} is spent: ${unsaid === 0 ? '' : 'at least '}${used} used${silent}.`,
    remedy: 'Decide whether to extend it: by as much again, or by what you name.',
  }
}

function whose({ phase, role, of }: Budget): string {
  if (of !== undefined) return `${of}'s`
  if (phase === undefined && role === undefined) return "The run's"
  return `The ${[role, phase].filter((name) => name !== undefined).join(' in ')}`
}

/** What a turn may take of the time that is left, in milliseconds; null: no budget of time counts it. */
export function timeLeft(allowances: readonly Allowance[], ask: Whose): number | null {
  const times = allowances.filter(({ budget }) => budget.unit === 'milliseconds' && counts(budget, ask))
  return times.length === 0 ? null : Math.max(0, Math.min(...times.map(({ left }) => left)))
}

/** With so many asks less, or more where a turn came to nothing before it began. */
export function withAsks(allowances: readonly Allowance[], ask: Whose, taken: 1 | -1): readonly Allowance[] {
  return allowances.map((each) =>
    each.budget.unit === 'asks' && counts(each.budget, ask) ? { ...each, left: each.left - taken } : each,
  )
}

/** Less what a turn used that is over; `event` is null where it was cancelled, and nobody waits for its word. */
export function booked(
  allowances: readonly Allowance[],
  { effect, begunTick, withinMs }: Open,
  event: Answered | Failed | null,
  tick: number,
): readonly Allowance[] {
  if (effect.kind !== 'ask') return allowances
  const said = event?.usage
  // A turn that never began used nothing; when an interrupted turn ended is not known.
  if (begunTick === undefined && said === undefined) return allowances
  const whose = whoseTurn(effect)
  const unseen = event === null || (event.kind === 'failed' && event.cause === 'interrupted')
  const worked = unseen || begunTick === undefined ? undefined : Math.max(tick - begunTick, cutAt(event, withinMs))
  return allowances.map((each) =>
    each.budget.unit === 'asks' || !counts(each.budget, whose)
      ? each
      : less(each, usedOf(each.budget.unit, said, worked)),
  )
}

/** A turn that was ended when its time was spent took all of it, whatever the clocks of the two sides make of it. */
function cutAt(event: Answered | Failed, withinMs = 0): number {
  return event.kind === 'failed' && event.cause === 'budget' ? withinMs : 0
}

/** The known part of what was used, and whether there is more that is not known. */
interface Used {
  readonly known: number
  readonly whole: boolean
}

function less(allowance: Allowance, { known, whole }: Used): Allowance {
  const { left, unsaid } = allowance
  return { ...allowance, left: left - known, unsaid: whole ? unsaid : unsaid + 1 }
}

function usedOf(unit: BudgetUnit, usage: Usage | 'unknown' | undefined, workedMs: number | undefined): Used {
  const said: Usage = usage === undefined || usage === 'unknown' ? {} : usage
  switch (unit) {
    case 'asks':
      return sumOf([])
    case 'milliseconds':
      return sumOf([workedMs])
    case 'tokens':
      return sumOf([said.inputTokens, said.outputTokens])
    case 'microdollars':
      return sumOf([microdollars(said.costUsd)])
  }
}

/** A figure that is none (negative, without bounds) was not said either. */
function sumOf(figures: readonly (number | undefined)[]): Used {
  const known = figures.filter((figure) => figure !== undefined).filter((figure) => figure >= 0 && figure <= mostAtOnce)
  return { known: known.reduce((sum, figure) => sum + Math.round(figure), 0), whole: known.length === figures.length }
}

/** Beyond it sums would not be exact. */
export const mostAtOnce = 1e12

function microdollars(usd: number | undefined): number | undefined {
  return usd === undefined ? undefined : usd * 1_000_000
}
