/** What reasoning reads of the configuration, which was looked at before. */
import { z } from 'zod'
import { nameForm } from '../../steps/own/folders.ts'
import { direct } from '../machine/asking.ts'

/** Which routes there are is asked when one is to be chosen: a project brings some of its own. */
const route = z.string().max(64).regex(nameForm, { error: 'the name of a route, as `sigma routes` lists them' })

const routing = z
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
    /** Who chooses where no rule fits: nobody but what `otherwise` says, or the agent with the role `router` first. */
    by: z.enum(['rules', 'agent']).default('rules'),
    /** Answers of that agent that may name no route before its word counts for nothing. */
    tries: z.int().min(1).max(10).default(3),
    /** Where no rule fits, and no agent chose; null: a person is asked. */
    otherwise: route.nullable().default(null),
    /** True: a task may be done without a protocol, by the route `direct` (EXE-08). */
    direct: z.boolean().default(false),
  })
  .check(({ value: { rules, otherwise, direct: allowed }, issues }) => {
    const named: readonly (readonly [path: readonly (string | number)[], route: string | null])[] = [
      ...rules.map((rule, at) => [['rules', at, 'route'], rule.route] as const),
      [['otherwise'], otherwise],
    ]
    for (const [path, name] of named)
      if (name === direct && !allowed)
        issues.push({
          code: 'custom',
          message: `is "${direct}", which does a task without a protocol, and nothing allows that`,
          params: { remedy: 'Write "direct": true in "routing".' },
          path: [...path],
          input: name,
        })
  })

export const ownSettings = { top: { routing: routing.prefault({}) }, limits: {} }

const settingsSchema = z.object({
  ...ownSettings.top,
  agents: z.record(z.string(), z.unknown()).default({}),
  roles: z.record(z.string(), z.string()).default({}),
  limits: z.object({
    decisions: z.number(),
    turn: z.number(),
    crashes: z.number(),
    asks: z.number(),
  }),
})
export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)
