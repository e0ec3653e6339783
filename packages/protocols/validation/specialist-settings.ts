/** What the check of a specialist is made by: its `settings` in the input of a run, which commands write and gates read. */
import { z } from 'zod'

/** What a command tells its findings in. */
export const readings = ['output', 'sarif', 'junit'] as const

const globs = z.array(z.string().min(1)).readonly()

export const specialistSettings = z.discriminatedUnion('by', [
  z.object({
    /** Sigma's own run of the project's tests. */
    by: z.literal('tests'),
    /** Which of the project's test files, by globs from the top. */
    files: globs,
    /** True: a project may have none of them, and then the specialist does not apply. */
    mayLack: z.boolean(),
  }),
  z.object({
    by: z.literal('commands'),
    /** Each without need of a shell. In one that reports to a file, `%report%` stands for the file. */
    commands: z.array(z.string().min(1)).min(1).readonly(),
    /** Exit codes that say that something was found; any other than these and 0 is an error of the command (VAL-06). */
    findings: z.array(z.int().min(1).max(255)).min(1).readonly(),
    /** What it tells its findings in: lines that it prints, or a report. */
    reads: z.enum(readings),
  }),
  /** An agent with the specialist's name as its role. */
  z.object({ by: z.literal('agent') }),
  /** Nobody can do it here, for this reason. */
  z.object({ by: z.literal('nothing'), reason: z.string().min(1) }),
])
export type SpecialistSettings = Readonly<z.infer<typeof specialistSettings>>
export type ByTests = Extract<SpecialistSettings, { readonly by: 'tests' }>
export type ByCommands = Extract<SpecialistSettings, { readonly by: 'commands' }>
