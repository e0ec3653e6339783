/** What a TDD run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import type { Thresholds } from '@sigma/protocol'
import { z } from 'zod'

/** What only the TDD loop knows of a configuration, with its defaults. */
export const ownSettings = {
  top: { refactor: z.enum(['all', 'unconverged']).default('all') },
  limits: {
    rounds: z.number().int().min(1).max(10_000).default(5),
    exchanges: z.number().int().min(0).max(10_000).default(3),
  },
}

const count = z.number()
const settingsSchema = z.object({
  memoryBank: z.string(),
  acceptance: z.enum(['person', 'loops']).default('person'),
  tests: z.object({ files: z.array(z.string()), tolerate: z.enum(['ask', 'known']) }),
  source: z.array(z.string()),
  gates: z.object({ mutants: z.enum(['auto', 'changed', 'off']) }).default({ mutants: 'auto' }),
  ...ownSettings.top,
  limits: z.object({
    ...ownSettings.limits,
    tries: count,
    reasks: count,
    crashes: count,
    asks: count,
    /** In milliseconds, as `decisions` too. */
    turn: count,
    decisions: count,
  }),
})

export type Settings = Readonly<z.infer<typeof settingsSchema>>

const [text, percent] = [z.string().optional(), z.number().optional()]

const flagsSchema = z.strictObject({
  memoryBank: text,
  parallel: z.number().optional(),
  covLines: percent,
  covFuncs: percent,
  covBranches: percent,
  covStatements: percent,
  out: text,
  accept: z.boolean().default(false),
})

export type Flags = Readonly<z.infer<typeof flagsSchema>>

export const readSettings = (config: object): Settings => settingsSchema.parse(config)

export const readFlags = (given: GivenFlags): Flags => flagsSchema.parse(given)

/** The command line wins. */
export function coverageOf(flags: Flags, configured: Thresholds): Thresholds {
  return {
    lines: flags.covLines ?? configured.lines,
    functions: flags.covFuncs ?? configured.functions,
    branches: flags.covBranches ?? configured.branches,
    statements: flags.covStatements ?? configured.statements,
  }
}
