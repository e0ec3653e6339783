/** What a TDD run reads of the configuration and of the command line; both were looked at before. */
import type { GivenFlags } from '@sigma/engine'
import type { Thresholds } from '@sigma/protocol'
import { z } from 'zod'

export interface Settings {
  readonly memoryBank: string
  readonly tests: { readonly files: readonly string[] }
  readonly source: readonly string[]
  readonly refactor: 'all' | 'unconverged'
  readonly limits: Limits
}

interface Limits {
  readonly rounds: number
  readonly tries: number
  readonly exchanges: number
  readonly reasks: number
  readonly asks: number
  /** In milliseconds, as `decisions` too. */
  readonly turn: number
  readonly decisions: number
}

export interface Flags {
  readonly memoryBank?: string | undefined
  readonly parallel?: number | undefined
  readonly covLines?: number | undefined
  readonly covFuncs?: number | undefined
  readonly covBranches?: number | undefined
  readonly covStatements?: number | undefined
  readonly out?: string | undefined
}

const count = z.number()
const limits: z.ZodType<Limits> = z.object({
  rounds: count,
  tries: count,
  exchanges: count,
  reasks: count,
  asks: count,
  turn: count,
  decisions: count,
})

const settingsSchema: z.ZodType<Settings> = z.object({
  memoryBank: z.string(),
  tests: z.object({ files: z.array(z.string()) }),
  source: z.array(z.string()),
  refactor: z.enum(['all', 'unconverged']),
  limits,
})

const [text, percent] = [z.string().optional(), z.number().optional()]

const flagsSchema: z.ZodType<Flags> = z.strictObject({
  memoryBank: text,
  parallel: z.number().optional(),
  covLines: percent,
  covFuncs: percent,
  covBranches: percent,
  covStatements: percent,
  out: text,
})

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
