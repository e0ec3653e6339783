/** What a design run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import { z } from 'zod'

/** What a run of the whole is about, and named by. */
export const whole = 'architecture'

/** What the design loop knows of a configuration, with its defaults. */
export const ownSettings = {
  top: {},
  limits: { rounds: z.number().int().min(1).max(10_000).default(5) },
}

const count = z.number()
const settingsSchema = z.object({
  memoryBank: z.string(),
  guarded: z.array(z.string()),
  roles: z.object({ designer: z.string().optional() }),
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

const flagsSchema = z.strictObject({ memoryBank: z.string().optional(), rounds: z.number().optional() })

export type Flags = Readonly<z.infer<typeof flagsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)

export const readFlags = (given: GivenFlags): Flags => flagsSchema.parse(given)
