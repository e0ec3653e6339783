/** What a TDD run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import type { Thresholds } from '@sigma/protocol'
import { z } from 'zod'

const count = z.number()
const settingsSchema = z.object({
  memoryBank: z.string(),
  tests: z.object({ files: z.array(z.string()) }),
  source: z.array(z.string()),
  refactor: z.enum(['all', 'unconverged']),
  limits: z.object({
    rounds: count,
    tries: count,
    exchanges: count,
    reasks: count,
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
