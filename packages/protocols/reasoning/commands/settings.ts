/** What reasoning reads of the configuration, which was looked at before. */
import { z } from 'zod'
import { routes } from '../../steps/machine/built-in.ts'

const route = z.enum(routes)

export const ownSettings = {
  top: {
    routing: z
      .strictObject({
        /** The first whose words stand in a task fixes its route. */
        rules: z
          .array(
            z.strictObject({
              words: z.array(z.string().trim().min(1).max(100)).min(1).max(100),
              route,
              /** Kept as the reason. */
              why: z.string().trim().min(1).max(500),
            }),
          )
          .readonly()
          .default([]),
        /** Where no rule fits; null: a person is asked. */
        otherwise: route.nullable().default(null),
      })
      .prefault({}),
  },
  limits: {},
}

const settingsSchema = z.object({ ...ownSettings.top, limits: z.object({ decisions: z.number() }) })
export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)
