/** What holds for every run, whatever the author of its protocol keeps of it: it is put into the input that a run begins with. */
import { type Budget, budgetSchema, type Json, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { About } from './about.ts'

export type Bounds = Pick<About, 'guarded' | 'budgets' | 'words'>

/** No protocol has a word like this. */
const key = 'sigma:bounds'
const objectSchema = z.looseObject({})
const inputSchema = z.object({
  [key]: z.object({
    guarded: z.array(z.string()),
    budgets: z.array(budgetSchema),
    words: z.array(z.object({ path: z.string(), blob: z.string() })).exactOptional(),
  }),
})

/** The input with what its protocol leaves out of the bounds. A budget that it has for the same turns stays as it is. */
export function bounded(input: Json, about: Bounds | null, { guarded, budgets, words = [] }: Bounds): Json {
  if (about === null) return input
  const isSame = (one: Budget, other: Budget): boolean =>
    one.unit === other.unit && one.role === other.role && one.phase === other.phase
  const missing = {
    // A later glob may take back what an earlier one says, so it is all of them or none.
    guarded: guarded.every((glob) => about.guarded.includes(glob)) ? [] : guarded,
    budgets: budgets.filter((budget) => !about.budgets.some((own) => isSame(own, budget))),
  }
  if (missing.guarded.length + missing.budgets.length + words.length === 0) return input
  return jsonOf({ ...objectSchema.parse(input), [key]: { ...missing, ...(words.length === 0 ? {} : { words }) } })
}

/** The input of a run that another begins: it is bound by the guarded files and the words that bind this one. */
export const inherited = (input: Json, child: Bounds | null, parent: Bounds | null): Json =>
  parent === null ? input : bounded(input, child, { guarded: parent.guarded, budgets: [], words: parent.words })

/** The protocol's own part. */
export function withoutBounds(input: unknown): unknown {
  const { data } = objectSchema.safeParse(input)
  if (data === undefined || !Object.hasOwn(data, key)) return input
  const { [key]: _, ...own } = data
  return own
}

export function withBounds<Any extends Bounds>(about: Any, input: Json): Any {
  const { [key]: added } = inputSchema.safeParse(input).data ?? {}
  if (added === undefined) return about
  return {
    ...about,
    guarded: [...about.guarded, ...added.guarded],
    budgets: [...about.budgets, ...added.budgets],
    ...(added.words === undefined ? {} : { words: added.words }),
  }
}
