/** What a project run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import { z } from 'zod'

export const profiles = ['quick', 'standard', 'strict'] as const
export type Profile = (typeof profiles)[number]

/** What only a project run knows of a configuration, with its defaults. */
export const ownSettings = {
  top: {},
  /** Modules that are worked on at once. */
  limits: { modules: z.number().int().min(1).max(100).default(2) },
}

const settingsSchema = z.object({
  memoryBank: z.string(),
  guarded: z.array(z.string()),
  acceptance: z.enum(['person', 'loops']),
  roles: z.record(z.string(), z.string()),
  /** In milliseconds. */
  limits: z.object({ ...ownSettings.limits, decisions: z.number() }),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

const flagsSchema = z.strictObject({
  memoryBank: z.string().optional(),
  profile: z.enum(profiles).optional(),
  yes: z.boolean().default(false),
})

export type Flags = Readonly<z.infer<typeof flagsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)

export const readFlags = (given: GivenFlags): Flags => flagsSchema.parse(given)
