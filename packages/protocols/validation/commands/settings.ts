/** What a validation reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import { commandWords } from '@sigma/protocol'
import { z } from 'zod'
import { readings } from '../specialist-settings.ts'

const command = z.string().refine((text) => commandWords(text) !== null, {
  error: 'a command that needs no shell, such as "npm run lint"',
})
const names = z.array(z.string().min(1)).readonly()
const minutes = z.number().positive().max(10_000)

const folder = z.string().refine((path) => path !== '' && !/^[/\\]|(^|[/\\])\.\.([/\\]|$)/.test(path), {
  error: 'a folder within the project, such as "docs/implementation"',
})

const specialist = z
  .strictObject({
    /** True: it is left out. */
    off: z.boolean().exactOptional(),
    /** True: the agent checks that has the specialist's name as its role. */
    agent: z.literal(true).exactOptional(),
    /** Commands check, one after another. */
    commands: z.array(command).min(1).readonly().exactOptional(),
    /** Exit codes by which they say that they found something. */
    findings: z.array(z.int().min(1).max(255)).min(1).readonly().exactOptional(),
    /** What they tell it in. */
    reads: z.enum(readings).exactOptional(),
    /** Sigma runs these of the project's tests. */
    tests: names.exactOptional(),
    /** Percent that coverage of the change must reach, of lines, functions, branches and statements. */
    coverage: z.number().min(0).max(100).exactOptional(),
    /** True: that there is nothing to examine is no reason to block. */
    mayBeEmpty: z.boolean().exactOptional(),
  })
  .refine(({ agent, commands, tests }) => [agent, commands, tests].filter((way) => way !== undefined).length <= 1, {
    error: 'one of "agent", "commands" and "tests"',
  })

export type ConfiguredSpecialist = Readonly<z.infer<typeof specialist>>

const name = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, { error: 'a name of small letters, digits and "-"' })

/** What a validation knows of a configuration, with its defaults. */
export const ownSettings = {
  top: {
    validation: z
      .strictObject({
        /** By name; those that come with Sigma need not be named. */
        specialists: z.record(name, specialist).default({}),
        /** These first, in this order; the others as they come. */
        order: names.default([]),
        /** Specialists check at the same time. */
        parallel: z.boolean().default(false),
        /** Of each specialist. */
        iterations: z.int().min(1).max(100).default(5),
        checkMinutes: minutes.default(30),
        fixMinutes: minutes.default(30),
        recheckMinutes: minutes.default(30),
        reminderMinutes: minutes.default(5),
        /** Of a whole iteration; null: what a fix and a check take together with their reminders. */
        iterationMinutes: minutes.nullable().default(null),
        /** What becomes of what is late. */
        late: z.enum(['stop', 'leave']).default('stop'),
        /** Where log and messages are written; null: the usual place. */
        folder: folder.nullable().default(null),
      })
      .prefault({}),
  },
  limits: {},
}

const count = z.number()
const settingsSchema = z.object({
  ...ownSettings.top,
  roles: z.record(z.string(), z.string().optional()),
  checks: z.array(z.string()).readonly(),
  limits: z.object({
    reasks: count,
    asks: count,
    /** In milliseconds. */
    decisions: count,
  }),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

const flagsSchema = z.strictObject({
  specialist: z.array(z.string()).default([]),
  issue: z.number().optional(),
  ci: z.boolean().default(false),
})

export type Flags = Readonly<z.infer<typeof flagsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)

export const readFlags = (given: GivenFlags): Flags => flagsSchema.parse(given)
