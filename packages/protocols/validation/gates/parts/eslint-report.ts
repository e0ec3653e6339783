/** Reads what ESLint tells in its JSON: errors, and which files it looked at. Files that its configuration leaves out it lists as warnings. */
import { relative } from 'node:path'
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

const reportSchema = z
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

export function eslintTold({
  report,
  files,
}: Linted): { readonly failures: readonly Found[]; readonly examined: number } | null {
  const { data } = reportSchema.safeParse(jsonIn(report ?? ''))
  if (data === undefined) return null
  const seen = data.filter(
    ({ messages }) => !messages.some(({ ruleId, message }) => !ruleId && /^File ignored /.test(message)),
  )
  const failures = seen.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(
        ({ ruleId, message, line }): Found => ({
          ...{ kind: 'lint', file: fileOf(filePath, files), name: ruleId ?? 'not-parsed', message, line: line ?? null },
          ...{ severity: 'high', suggestion: 'Mend it; a comment that switches the rule off does not count.' },
        }),
      ),
  )
  return { failures, examined: seen.length }
}

/** The longest end of the path that is a file of the commit: the report has paths of a checkout that is gone. */
function fileOf(path: string, files: ReadonlySet<string>): string {
  const parts = relative('/', path).split('/')
  return parts.map((_, at) => parts.slice(at).join('/')).find((end) => files.has(end)) ?? ''
}
