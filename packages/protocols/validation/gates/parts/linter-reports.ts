/** Reads what ESLint and oxlint tell in their JSON: errors, and how many files they looked at. */
import { posix } from 'node:path'
import { type CheckRun, jsonIn } from '@sigma/measuring'
import { z } from 'zod'
import type { Found } from '../seen.ts'

/** A run of a linter. */
export interface Linted {
  readonly run: CheckRun
  /** What it wrote to the file that it was given; null: nothing. */
  readonly report: string | null
  /** All files of the commit. */
  readonly files: ReadonlySet<string>
  /** Where it ran, relative to the root. */
  readonly folder: string
}

const eslintSchema = z
  .array(
    z.object({
      filePath: z.string(),
      messages: z.array(
        z.object({
          ruleId: z.string().nullish(),
          severity: z.int(),
          message: z.string(),
          line: z.int().min(1).optional().catch(undefined),
        }),
      ),
    }),
  )
  .max(100_000)

interface LinterTold {
  readonly failures: readonly Found[]
  /** Files. */
  readonly examined: number
}

const own = {
  kind: 'lint',
  severity: 'high',
  suggestion: 'Mend it; a comment that switches the rule off does not count.',
} as const

/** Files that its configuration leaves out it lists as warnings. Null: the report cannot be read. */
export function eslintTold({ report, files }: Linted): LinterTold | null {
  const { data } = eslintSchema.safeParse(jsonIn(report ?? ''))
  if (data === undefined) return null
  const seen = data.filter(
    ({ messages }) => !messages.some(({ ruleId, message }) => !ruleId && /^File ignored /.test(message)),
  )
  const failures = seen.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(
        ({ ruleId, message, line }): Found => ({
          ...{ ...own, file: fileOf(filePath, files), name: ruleId ?? 'not-parsed', message, line: line ?? null },
        }),
      ),
  )
  return { failures, examined: seen.length }
}

/** The longest end of the path that is a file of the commit: the report has paths of a checkout that is gone. */
function fileOf(path: string, files: ReadonlySet<string>): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.map((_, at) => parts.slice(at).join('/')).find((end) => files.has(end)) ?? ''
}

const oxlintSchema = z.object({
  number_of_files: z.int().min(0),
  diagnostics: z
    .array(
      z.object({
        message: z.string(),
        code: z.string().optional(),
        severity: z.string(),
        filename: z.string().catch(''),
        labels: z.array(z.object({ span: z.object({ line: z.int().min(1) }) })).catch([]),
      }),
    )
    .max(100_000),
})

/** It prints its report. Null: that cannot be read. */
export function oxlintTold({ run: { printed }, files, folder }: Linted): LinterTold | null {
  const { data } = oxlintSchema.safeParse(jsonIn(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1)))
  if (data === undefined) return null
  const errors = data.diagnostics.filter(({ severity }) => severity === 'error')
  const failures = errors.map(
    ({ message, code, filename, labels }): Found => ({
      ...{ ...own, file: fileOf(posix.join(folder, filename), files), name: code ?? 'not-parsed', message },
      line: labels[0]?.span.line ?? null,
    }),
  )
  return { failures, examined: data.number_of_files }
}
