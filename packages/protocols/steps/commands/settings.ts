/** What step protocols read of the configuration, which was looked at before. */
import { z } from 'zod'
import { isPackageName } from '../skills/places.ts'

const count = (least: number, most: number) => z.int().min(least).max(most)

export const ownSettings = {
  top: {
    steps: z
      .strictObject({
        /** Which reasoning sessions may be dispatched: any, or only those that Sigma created (EXE-57). */
        reasoning: z.enum(['any', 'known']).default('any'),
        /** Times that a directive is issued again until the session halts (EXE-76). */
        reissues: count(1, 100).default(3),
        /** Verdicts that something required has no result, until a person is asked (EXE-86). */
        verdicts: count(1, 100).default(1),
        /** Times that agents of the first phase may put questions to a person (EXE-07). */
        questions: count(0, 100).default(3),
        /** Bytes of earlier memory that a later agent is offered (EXE-84). */
        memoryBytes: count(1, 10_000_000).default(65_536),
        /** Installed npm packages whose skills count, once the user confirmed their texts; the first of a name is used. */
        packages: z
          .array(z.string().refine(isPackageName, 'is no name of an npm package'))
          .max(100)
          .readonly()
          .default([]),
      })
      .prefault({}),
  },
  limits: {},
}

const settingsSchema = z.object({
  ...ownSettings.top,
  guarded: z.array(z.string()).readonly(),
  limits: z.object({
    asks: z.number(),
    crashes: z.number(),
    /** In milliseconds. */
    turn: z.number(),
    decisions: z.number(),
  }),
})
export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)
