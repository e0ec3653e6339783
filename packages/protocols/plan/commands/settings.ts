/** What a plan run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import { z } from 'zod'

/** What the plan loop knows of a configuration, with its defaults. */
export const ownSettings = {
  top: {
    /** What somebody may see otherwise in a plan (A12). */
    plan: z.strictObject({ opinions: z.enum(['refuse', 'warn']).default('refuse') }).prefault({}),
  },
  limits: { rounds: z.number().int().min(1).max(10_000).default(5) },
}

const count = z.number()
const settingsSchema = z.object({
  memoryBank: z.string(),
  acceptance: z.enum(['person', 'loops']).default('person'),
  tests: z.object({ files: z.array(z.string()) }),
  source: z.array(z.string()),
  guarded: z.array(z.string()),
  ...ownSettings.top,
  limits: z.object({
    ...ownSettings.limits,
    reasks: count,
    crashes: count,
    asks: count,
    /** In milliseconds, as `decisions` too. */
    turn: count,
    decisions: count,
  }),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

const flagsSchema = z.strictObject({
  memoryBank: z.string().optional(),
  overwrite: z.boolean().default(false),
  rounds: z.number().optional(),
  accept: z.boolean().default(false),
})

export type Flags = Readonly<z.infer<typeof flagsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)

export const readFlags = (given: GivenFlags): Flags => flagsSchema.parse(given)
