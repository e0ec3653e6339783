/** Usage and budgets in words: what nobody said is unknown, and never nothing. */
import type { RunUsage, UsageSum } from '@sigma/engine'
import type { Allowance, Budget } from '@sigma/protocol'
import { amountText, counted, dollarsText, grouped } from '@sigma/protocol/amounts'
import { printableLine } from '../printable.ts'

/** `12,300 tokens in (8,000 from the cache), 2,100 out; $0.42; 3 of 14 turns did not say`. */
function usageText(sum: UsageSum): string {
  const { turns, inputTokens, outputTokens, costUsd, unsaid } = sum
  const knowsTokens = inputTokens !== 'unknown' || outputTokens !== 'unknown'
  const tokens = knowsTokens ? `${tokensText(sum)}${silent(unsaid.tokens, turns)}` : 'tokens unknown'
  const cost = costUsd === 'unknown' ? 'cost unknown' : `${dollarsText(costUsd)}${silent(unsaid.cost, turns)}`
  return knowsTokens || costUsd !== 'unknown' ? `${tokens}; ${cost}` : 'unknown: no turn said what it used'
}

function tokensText({ inputTokens, outputTokens, cachedTokens }: UsageSum): string {
  const cached = cachedTokens === 'unknown' || cachedTokens === 0 ? '' : ` (${figure(cachedTokens)} from the cache)`
  return `${figure(inputTokens)} tokens in${cached}, ${figure(outputTokens)} out`
}

const figure = (known: number | 'unknown'): string =>
  known === 'unknown' ? 'unknown' : grouped(`${Math.round(known)}`)

const silent = (unsaid: number, turns: number): string =>
  unsaid === 0 ? '' : ` (at least: ${unsaid} of ${counted(turns, 'turn')} did not say)`

/**
 * Rows for a table: of the whole run, and of each role where there are several, and one of them said something. None before
 * a turn of an agent is over: people use nothing.
 */
export function usageRows({ whole, roles }: RunUsage): readonly (readonly string[])[] {
  if (whole.turns === 0) return []
  const isKnown = [whole.inputTokens, whole.outputTokens, whole.costUsd].some((known) => known !== 'unknown')
  return [
    ['  used', usageText(whole)],
    ...(!isKnown || Object.keys(roles).length < 2
      ? []
      : Object.entries(roles).map(([role, sum]) => ['', `${printableLine(role, 40)}: ${usageText(sum)}`])),
  ]
}

/** Rows for a table: what bounds the run beside its agent calls, and how much of it is spent. */
export function budgetRows(allowances: readonly Allowance[]): readonly (readonly string[])[] {
  const told = allowances.filter(({ budget }) => !isAsksOfRun(budget)).map(allowanceText)
  return told.map((text, at) => [at === 0 ? '  budgets' : '', text])
}

function isAsksOfRun({ unit, phase, role, of }: Budget): boolean {
  return unit === 'asks' && phase === undefined && role === undefined && of === undefined
}

function allowanceText({ budget, granted, left, unsaid }: Allowance): string {
  const whose = [budget.of, budget.role, budget.phase].filter((name) => name !== undefined).join(' in ')
  const used = Math.max(0, granted - left)
  const known =
    used === 0 && unsaid > 0 ? 'unknown' : `${unsaid === 0 ? '' : 'at least '}${shareText(budget.unit, used)}`
  const more = unsaid === 0 ? '' : `; ${counted(unsaid, 'turn')} did not say`
  const spent = left <= 0 ? ', spent' : ''
  return `${whose === '' ? 'run' : whose}: ${known} of ${amountText(budget.unit, granted)}${spent}${more}`
}

/** Without the unit, which stands with the whole; money says it itself. */
function shareText(unit: Budget['unit'], amount: number): string {
  const text = amountText(unit, amount)
  return text.startsWith('$') ? text : (text.split(' ')[0] ?? text)
}
