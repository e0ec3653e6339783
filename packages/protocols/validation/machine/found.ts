/**
 * What specialists bring: the `data` of a specialist's check, and of an agent specialist's answer. Whoever makes a check
 * fills this in; the machine reads nothing else of it.
 */
import { z } from 'zod'

const count = z.int().min(0)
const text = z.string()

export const severities = ['critical', 'high', 'medium', 'low'] as const

/** One thing that is wrong. Two are the same failure where `fingerprint` says so. */
export const failureSchema = z.object({
  /** What kind of check found it, e.g. `test`, `type`, `lint`, `coverage`, `secret`, `dependency`, `accessibility`. */
  kind: text.min(1),
  /** Relative to the repository's root, with `/`; empty: it is about no file. */
  file: text,
  /** Name of the test or rule, e.g. `slugify > trims`, `no-eval`. */
  name: text,
  /** What was seen, whole or shortened. The fingerprint leaves numbers of lines, times and addresses out of it by itself. */
  message: text,
  /** From 1; null: it has none, or is not known. */
  line: z.int().min(1).nullable(),
  severity: z.enum(severities),
  /** What would mend it, in a sentence; empty: the specialist suggests nothing. */
  suggestion: text,
})
export type Failure = Readonly<z.infer<typeof failureSchema>>

/** How much was looked at, e.g. 12 `tests`. */
const examinedSchema = z.object({ what: text.min(1), count })

/** Coverage as it was measured, each dimension in percent. */
const coverageSchema = z.object({
  lines: z.number(),
  functions: z.number(),
  branches: z.number(),
  statements: z.number(),
  /** The tree that it was measured on, as git names it: another than the one that is judged is stale. */
  tree: text.min(1),
})

const judgedSchema = z.object({
  failures: z.array(failureSchema).readonly(),
  /** Everything that was looked at, kind by kind. Nothing, or zeros alone: nothing was examined, and that is no pass (VAL-113). */
  examined: z.array(examinedSchema).readonly(),
})

/**
 * `data` of a specialist's check (gate `specialist`). The verdict goes with it: `pass` with no failure, `fail` with one or
 * more; `unknown`, or data that cannot be read, is could-not-judge. A command that did not end as it may (not found, a
 * signal, an exit code that is not declared) makes the check `unknown` or `failed`, never `pass` or `fail` (VAL-06).
 */
export const checkedSchema = judgedSchema.extend({
  /** Of the commit that was checked, as git names it. */
  tree: text.min(1),
  /** Null: none was measured. A specialist with a threshold cannot judge without it (VAL-07). */
  coverage: coverageSchema.nullable(),
})
export type Checked = Readonly<z.infer<typeof checkedSchema>>

/** `data` of an agent specialist's answer: VP (validation passed) or VF (validation failed). */
export const reportedSchema: z.ZodType<Reported> = judgedSchema
export type Reported = Readonly<z.infer<typeof judgedSchema>>

/** `data` of the survey (gate `survey`): what there is to check at a commit. Its verdict is `pass`. */
export const surveyedSchema = z.object({
  /** Of the commit, as git names it. */
  tree: text.min(1),
  /** Specialists that have nothing to look at here, and why (VAL-05). */
  inapplicable: z.array(z.object({ name: text, reason: text.min(1) })).readonly(),
})
