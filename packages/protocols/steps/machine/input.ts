import { type Budget, budgetOfAsks, budgetSchema, type Json } from '@sigma/protocol'
import { z } from 'zod'
import { definitionSchema } from './definition.ts'
import { definitionFaults } from './faults.ts'
import { isSessionId } from './paths.ts'

const document = z.object({ path: z.string().min(1), blob: z.string().min(1) })

export const limitsSchema = z.object({
  /** Times that a directive is issued again to a follower that did not do what is due, until the session halts (EXE-76). */
  reissues: z.int().min(1).default(3),
  /** Verdicts that something required has no result, until a person is asked (EXE-86). */
  verdicts: z.int().min(1).default(1),
  /** Times that the agents of the first phase may put questions to a person. */
  questions: z.int().min(0).default(3),
  /** Further attempts of an agent that crashes, or whose time is over. */
  crashes: z.int().min(0).default(0),
  /** Bytes of earlier memory that a later phase is offered (EXE-84). */
  memoryBytes: z.int().min(1).default(65_536),
  asks: z.int().min(1).default(600),
  turnMs: z.int().min(1),
  decisionMs: z.int().min(1),
})
export type Limits = Readonly<z.infer<typeof limitsSchema>>

/** A definition that can be played; any other is refused when it is loaded (EXE-78). */
const soundDefinition = definitionSchema.check(({ value, issues }) => {
  const text = JSON.stringify(value)
  if (sound.has(text)) return
  const faults = definitionFaults(value)
  if (faults.length === 0 && sound.size < mostSound) sound.add(text)
  for (const { message } of faults) issues.push({ code: 'custom', message, input: value })
})

/** Definitions without a fault, as texts: that of a session is read each time that its run is, and to check it takes longer than all else. */
const sound = new Set<string>()
const mostSound = 32

/** Everything one execution session is decided by. */
export const stepsInputSchema = z.object({
  definition: soundDefinition,
  session: z.string().refine(isSessionId),
  /** Where the session comes from; `foreign`: Sigma did not create that reasoning session (EXE-56, EXE-57). */
  reasoning: z.object({ id: z.string().min(1).max(200), foreign: z.boolean() }),
  /** Commit that agents work from. */
  base: z.string().min(1),
  guarded: z.array(z.string().min(1)).readonly().default([]),
  limits: limitsSchema,
  budgets: z.array(budgetSchema).readonly().default([]),
  prompts: z.array(document).readonly().default([]),
})
export type StepsInput = Readonly<z.infer<typeof stepsInputSchema>>

/** What inputs were read as: of a run it is one value, and asked for at each of its commands. */
const inputs = new WeakMap<object, StepsInput>()

/** The input of a run of whatever protocol; undefined: it is no session's. */
export function sessionInputIn(given: Json): StepsInput | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const known = inputs.get(given)
  if (known !== undefined) return known
  const { data } = stepsInputSchema.safeParse(given)
  if (data !== undefined) inputs.set(given, data)
  return data
}

export function budgetsOf({ limits, budgets }: Pick<StepsInput, 'limits' | 'budgets'>): readonly Budget[] {
  return [...budgetOfAsks(limits.asks), ...budgets]
}
