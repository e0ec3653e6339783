import { type Decision, SigmaError } from '@sigma/engine'
import { z } from 'zod'
import type { budgetNames } from '../config/budgets.ts'

/** How much of what, e.g. `tokens=200000`. */
export type Amount = readonly [name: string, amount: number]

/** What may be parts of one; of anything else there are whole numbers. */
const divisible: readonly string[] = ['minutes', 'cost'] satisfies readonly (typeof budgetNames)[number][]

/** Fails with what is wanted. */
export function readAmount(text: string): Amount {
  const [, name = '', figure = ''] = /^([a-z]+)=(\d[\d_,]*(?:\.\d+)?)$/.exec(text.trim()) ?? []
  const amount = Number(figure.replace(/[_,]/g, ''))
  if (name !== '' && amount > 0 && (Number.isInteger(amount) || divisible.includes(name))) return [name, amount]
  throw new Error(`an amount such as "tokens=200000", "minutes=30", "asks=50" or "cost=2.5" is wanted.`)
}

const optionSchema = z.object({
  anyOf: z.array(
    z.object({ properties: z.object({ more: z.object({ properties: z.record(z.string(), z.json()) }) }).optional() }),
  ),
})

/** Names of what the option can be given more of, by its own schema. */
export function amountsOf({ consult }: Pick<Decision, 'consult'>, option: string): readonly string[] {
  const { data } = optionSchema.safeParse(consult.options.find(({ name }) => name === option)?.input)
  return (data?.anyOf ?? []).flatMap(({ properties }) => Object.keys(properties?.more.properties ?? {}))
}

export function notGiven(id: string, option: string, name: string, given: readonly string[]): SigmaError {
  const amounts = given.map((each) => `--more ${each}=<number>`).join(' ')
  const instead = given.length === 0 ? 'no amount' : given.join(', ')
  return new SigmaError('not-given', `--more ${name} does not fit ${id}: ${option} takes ${instead}.`, {
    hint: given.length === 0 ? 'sigma inbox' : `sigma decide ${id} ${option} ${amounts}`,
  })
}
