/** What the check of a specialist is made by: its `settings` in the input of a run, which commands write and gates read. */
import { z } from 'zod'

/** What a command tells its findings in. */
export const readings = ['output', 'sarif', 'junit'] as const

const globs = z.array(z.string().min(1)).readonly()

const commands = {
  /** Each without need of a shell. In one that reports to a file, `%report%` stands for the file. */
  commands: z.array(z.string().min(1)).min(1).readonly(),
  /** Exit codes that say that something was found; any other than these and 0 is an error of the command (VAL-06). */
  findings: z.array(z.int().min(1).max(255)).min(1).readonly(),
  /** What it tells its findings in: lines that it prints, or a report. */
  reads: z.enum(readings),
}

/** One of the things that a specialist which comes with Sigma looks at. What there is not in a project it leaves out. */
const part = z.discriminatedUnion('part', [
  z.object({ part: z.literal('commands'), ...commands }),
  /** The linter that the project has, by its own configuration. */
  z.object({ part: z.literal('lint') }),
  /** The compiler that the project has. */
  z.object({ part: z.literal('types') }),
  /** Most that a function may have of it, as McCabe counts it. */
  z.object({ part: z.literal('complexity'), max: z.int().min(1) }),
  /** The project's dependencies, at the registry. */
  z.object({ part: z.literal('audit') }),
  z.object({ part: z.literal('secrets') }),
  /** Patterns in code that can be attacked. */
  z.object({ part: z.literal('patterns') }),
  z.object({
    part: z.literal('pages'),
    /** Globs of HTML files from the top; with `serve` paths of the server's; none: those that are evident. */
    pages: globs,
    /** What serves them; null: Sigma serves files. */
    serve: z.object({ command: z.string().min(1), url: z.string().min(1) }).nullable(),
  }),
])
export type PartSettings = Readonly<z.infer<typeof part>>

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
    ...commands,
  }),
  z.object({ by: z.literal('parts'), parts: z.array(part).min(1).readonly() }),
  /** An agent with the specialist's name as its role. */
  z.object({ by: z.literal('agent') }),
])
export type SpecialistSettings = Readonly<z.infer<typeof specialistSettings>>
export type ByTests = Extract<SpecialistSettings, { readonly by: 'tests' }>
export type ByParts = Extract<SpecialistSettings, { readonly by: 'parts' }>
export type ByCommands = Extract<SpecialistSettings, { readonly by: 'commands' }>
