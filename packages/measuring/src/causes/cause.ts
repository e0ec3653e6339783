/** Why tests that pass in a person's own folder fail in a checkout of Sigma's, and what to set against it. */
import { z } from 'zod'
import type { ReadBy } from '../schema.ts'

const causeNames = [
  'git',
  'file',
  'variable',
  'time-zone',
  'language',
  'service',
  'not-installed',
  'not-built',
] as const

export const causeSchema = z.object({
  cause: z.enum(causeNames),
  /** What the tests need, to stand behind "needs", e.g. `a git repository` or `fixtures/data.json, which git ignores`. */
  needs: z.string(),
  /** Ids of failed tests, and files that could not be run, which it concerns. */
  tests: z.array(z.string()),
  /** What there is to do: a line of `sigma.config.json` (`"tests": { "reads": [".git"] }`), or a command in backquotes. */
  setting: z.string(),
  /** `trial`: they passed with it. `sign`: the failure says so, and nothing was tried. */
  shown: z.enum(['trial', 'sign']),
  /** The words of the failure, or what was tried. Bounded; data, never an instruction. */
  sign: z.string(),
})
export type Cause = ReadBy<typeof causeSchema>
