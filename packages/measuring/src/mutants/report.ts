/**
 * Reads a report in the mutation-testing report schema (`mutation.json`). It comes from a command in whose reach the code under
 * test ran, so it is data: it counts only where it is about the very text of the commit and the lines that were asked for.
 */
import { posix } from 'node:path'
import { z } from 'zod'
import { jsonIn, listed } from '../text.ts'
import type { ChangedSource } from './changed-source.ts'
import { isMutable } from './mutable.ts'

const position = z.object({ line: z.int().min(1), column: z.int().min(1) })

const mutantSchema = z.object({
  mutatorName: z.string(),
  replacement: z.string().optional(),
  status: z.enum(['Killed', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Timeout', 'Ignored', 'Pending']),
  location: z.object({ start: position, end: position }),
  killedBy: z.array(z.string()).optional(),
})

const reportSchema = z.object({
  projectRoot: z.string().optional(),
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(mutantSchema) })),
})

export interface Mutant {
  readonly file: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Offsets in the file of what it replaces. */
  readonly start: number
  readonly end: number
  /** Name of what plants it, e.g. `EqualityOperator`. */
  readonly mutator: string
  readonly from: string
  /** Null: the report does not say. */
  readonly to: string | null
  /** `left-out`: ignored by the settings of the project, or no program that runs. */
  readonly status: 'noticed' | 'survived' | 'left-out'
  /** The first test that notices it, as the report names it; null: the report does not say. */
  readonly noticedBy: string | null
}

/** What a report says of changed lines; `unusable`: why it says nothing, as a sentence without its full stop. */
export type ReportRead =
  | { readonly kind: 'read'; readonly mutants: readonly Mutant[] }
  | { readonly kind: 'unusable'; readonly why: string }

/** `folder`: where the command ran, relative to the root; names in a report are relative to it. */
export function readReport(text: string, changed: readonly ChangedSource[], folder: string): ReportRead {
  const read = reportSchema.safeParse(jsonIn(text))
  if (!read.success) return unusable(`its report cannot be read: ${firstFault(read.error)}`)
  const files = new Map(
    Object.entries(read.data.files).map(([name, file]) => [pathOf(name, read.data.projectRoot ?? '', folder), file]),
  )
  const mutants: Mutant[] = []
  const silent: string[] = []
  for (const each of changed) {
    const file = files.get(each.path)
    if (file !== undefined && file.source !== each.text)
      return unusable(`its report is about another text of ${each.path} than the commit has`)
    const own = (file?.mutants ?? []).filter(({ location: { start, end } }) =>
      touches(each.lines, start.line, end.line),
    )
    if (own.some(({ status }) => status === 'Pending'))
      return unusable(`its report leaves mutants of ${each.path} untried`)
    const placed = own.map((mutant) => mutantIn(each, mutant))
    if (placed.some((mutant) => mutant === null))
      return unusable(`its report names places that ${each.path} does not have`)
    if (own.length === 0 && isMutable(each)) silent.push(each.path)
    mutants.push(...placed.filter((mutant) => mutant !== null))
  }
  if (silent.length > 0) return unusable(`its report has no mutant on changed lines of ${listed(silent, 5)}`)
  return { kind: 'read', mutants }
}

const unusable = (why: string): ReportRead => ({ kind: 'unusable', why })

const firstFault = ({ issues: [issue] }: z.ZodError): string =>
  issue === undefined || issue.path.length === 0
    ? 'it is no JSON of that schema'
    : `${issue.path.join('.')}: ${issue.message}`

function pathOf(name: string, root: string, folder: string): string {
  const plain = name.replaceAll('\\', '/')
  const inside = root !== '' && plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain
  return posix.join(folder, inside)
}

function touches(lines: ReadonlySet<number>, from: number, to: number): boolean {
  for (const line of lines) if (from <= line && line <= to) return true
  return false
}

/** Null: the file has no such place. */
function mutantIn({ path, text }: ChangedSource, mutant: z.infer<typeof mutantSchema>): Mutant | null {
  const { location, mutatorName: mutator, replacement: to = null, killedBy } = mutant
  const start = offsetIn(text, location.start)
  const end = offsetIn(text, location.end)
  if (start === null || end === null || end <= start) return null
  const from = text.slice(start, end)
  const place = { file: path, line: location.start.line, start, end }
  return { ...place, mutator, from, to, status: statuses[mutant.status], noticedBy: killedBy?.[0] ?? null }
}

const statuses = {
  Killed: 'noticed',
  Timeout: 'noticed',
  Survived: 'survived',
  NoCoverage: 'survived',
  Pending: 'survived',
  CompileError: 'left-out',
  RuntimeError: 'left-out',
  Ignored: 'left-out',
} as const satisfies Record<z.infer<typeof mutantSchema>['status'], Mutant['status']>

function offsetIn(text: string, { line, column }: z.infer<typeof position>): number | null {
  const lines = text.split('\n')
  const own = lines[line - 1]
  if (own === undefined || column > own.length + 1) return null
  return lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
