/** Amounts in words, the same on every machine: they stand in questions whose text belongs to a run. */
import type { BudgetUnit } from './allowance.ts'

/** `600 agent calls`, `12,300 tokens`, `1.5 minutes`, `$0.42`. */
export function amountText(unit: BudgetUnit, amount: number): string {
  switch (unit) {
    case 'asks':
      return counted(amount, 'agent call')
    case 'tokens':
      return counted(amount, 'token')
    case 'milliseconds':
      return counted(Math.round(amount / 6_000) / 10, 'minute')
    case 'microdollars':
      return dollarsText(amount / 1_000_000)
  }
}

/** `$0.42`; of less than a cent as many digits as it takes to be more than nothing. */
export function dollarsText(usd: number): string {
  const digits = usd > 0 && usd < 0.01 ? 6 : 2
  const [whole = '', rest = ''] = usd.toFixed(digits).split('.')
  return `$${grouped(whole)}.${digits === 2 ? rest : rest.replace(/0+$/, '')}`
}

export function counted(amount: number, noun: string): string {
  return `${grouped(String(amount))} ${noun}${amount === 1 ? '' : 's'}`
}

/** `1,234,567`. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}
