import { SigmaError } from '@sigma/engine'
import { budgetNames } from '../config/budgets.ts'

/** How much of a budget, e.g. `tokens=200000`. */
export type Amount = readonly [name: (typeof budgetNames)[number], amount: number]

/** Fails with what is wanted. */
export function readAmount(text: string): Amount {
  const [, word = '', figure = ''] = /^([a-z]+)=(\d[\d_,]*(?:\.\d+)?)$/.exec(text.trim()) ?? []
  const name = budgetNames.find((known) => known === word)
  const amount = Number(figure.replace(/[_,]/g, ''))
  const isWhole = Number.isInteger(amount) || name === 'minutes' || name === 'cost'
  if (name !== undefined && amount > 0 && isWhole) return [name, amount]
  throw new Error(`an amount such as "tokens=200000", "minutes=30", "asks=50" or "cost=2.5" is wanted.`)
}

export function notSpent(id: string, name: string, spent: readonly string[]): SigmaError {
  const amounts = spent.map((each) => `--more ${each}=<number>`).join(' ')
  return new SigmaError('not-spent', `--more ${name} does not fit ${id}: it is about no spent budget of that kind.`, {
    hint: spent.length === 0 ? 'sigma inbox' : `sigma decide ${id} extend ${amounts}`,
  })
}
