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

const loopback = z
  .url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ })
  .refine((text) => new URL(text).port !== '', { error: 'an address with its port' })
  .refine((text) => new URL(text).pathname === '/', { error: 'an address without a path; paths are `pages`' })

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
    /** Of `code-quality`: most complexity that a function may have. */
    complexity: z.int().min(1).max(1_000).exactOptional(),
    /** Of `security`. False: dependencies are not looked up at the registry. */
    audit: z.boolean().exactOptional(),
    /** Of `e2e-accessibility`: globs of HTML files, or paths of the server's where one is set. */
    pages: names.exactOptional(),
    /** Of `e2e-accessibility`: the command that serves the pages. */
    serve: command.exactOptional(),
    /** Where it serves them. */
    url: loopback.exactOptional(),
  })
  .refine(({ agent, commands, tests }) => [agent, commands, tests].filter((way) => way !== undefined).length <= 1, {
    error: 'one of "agent", "commands" and "tests"',
  })
  .refine(({ serve, url }) => (serve === undefined) === (url === undefined), {
    error: '"serve" together with "url", such as "http://127.0.0.1:3000/"',
  })

export type ConfiguredSpecialist = Readonly<z.infer<typeof specialist>>

const name = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, { error: 'a name of small letters, digits and "-"' })

/** The only ones that these settings are meant for. */
const owners = {
  complexity: 'code-quality',
  audit: 'security',
  pages: 'e2e-accessibility',
  serve: 'e2e-accessibility',
  url: 'e2e-accessibility',
} as const

const specialists = z.record(name, specialist).superRefine((given, context) => {
  for (const [called, own] of Object.entries(given))
    for (const [key, owner] of Object.entries(owners))
      if (key in own && called !== owner)
        context.addIssue({ code: 'custom', path: [called, key], message: `a setting of "${owner}" alone` })
})

/** What a validation knows of a configuration, with its defaults. */
export const ownSettings = {
  top: {
    validation: z
      .strictObject({
        /** By name; those that come with Sigma need not be named. */
        specialists: specialists.default({}),
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

/** What specialists have run, by the setting that names it (T30). */
export function commandsIn(config: object): Readonly<Record<string, readonly string[]>> {
  const { specialists: given } = z.object(ownSettings.top).parse(config).validation
  return Object.fromEntries(
    Object.entries(given).flatMap(([called, { commands = [], serve }]) => {
      const all = [...commands, ...(serve === undefined ? [] : [serve])]
      return all.length === 0 ? [] : [[`validation.specialists.${called}`, all] as const]
    }),
  )
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
