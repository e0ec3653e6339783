/** What a board reads of the configuration, which was looked at before. */
import { z } from 'zod'
import { limitsSchema } from '../machine/input.ts'

const { asks: _asks, turnMs: _turn, decisionMs: _decision, ...own } = limitsSchema.shape
const perspective = z.strictObject({ cares: z.array(z.string()).min(1), pushes: z.array(z.string()).min(1) })

/** The setting `rooms` of a configuration: limits, perspectives of the project's own, and how many may change files at once. */
const roomsSchema = z.strictObject({
  ...own,
  parallel: z.boolean().default(false),
  perspectives: z.record(z.string(), perspective).default({}),
})

export const boardSettings = { rooms: roomsSchema.prefault({}) } as const

const globs = z.array(z.string())
const settingsSchema = z.object({
  ...boardSettings,
  source: globs,
  guarded: globs,
  tests: z.object({ files: globs }),
  limits: z.object({ asks: z.number(), turn: z.number(), decisions: z.number() }),
})

export const readSettings = (config: object): z.infer<typeof settingsSchema> => settingsSchema.parse(config)
