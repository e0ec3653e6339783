/** The rows of the table that the benchmarks print, and that both READMEs show. */
import { z } from 'zod'
import { met } from './measure.ts'

const goalSchema = z.object({ kind: z.enum(['at most', 'at least']), value: z.number() })

export const figureSchema = z.object({ name: z.string(), value: z.number(), goal: goalSchema, detail: z.string() })

const rowSchema = z.union([
  figureSchema.extend({ benchmark: z.string() }),
  z.object({ benchmark: z.string(), broke: z.string() }),
])

/** A measurement, or why there is none. */
export type Row = z.infer<typeof rowSchema>

/** What is kept of a run, whole after each row. */
export const reportSchema = z.object({
  at: z.string(),
  scale: z.enum(['whole', 'short']),
  machine: z.object({ cpu: z.string(), cores: z.number(), node: z.string(), load: z.number() }),
  rows: z.array(rowSchema),
})

export type Report = z.infer<typeof reportSchema>

export const heading: string = `${line('measured', 'figure', 'goal', 'met', 'in figures')}| --- | ---: | --- | --- | --- |\n`
export const shortHeading: string = `${line('measured', 'figure', 'goal', 'met')}| --- | ---: | --- | --- |\n`

export function rowText(row: Row, scale: Report['scale']): string {
  if ('broke' in row) return line(row.benchmark, '–', '–', '**broke**', row.broke.replace(/\s+/g, ' '))
  const [name, figure, goal, judged] = cells(row)
  // A short form shows that a benchmark works: what it measured is no figure to hold against a goal.
  return line(name, figure, goal, scale === 'short' ? '–' : judged, row.detail)
}

export const shortRowText = (row: Row): string =>
  'broke' in row ? line(row.benchmark, '–', '–', '**broke**') : line(...cells(row))

export const conditions = ({ machine: { cores, cpu, node, load }, at }: Omit<Report, 'rows'>): string =>
  `${cores} × ${cpu}, Node ${node}, ${at.slice(0, 10)}, load ${load.toFixed(1)} at the start`

function cells(
  row: Exclude<Row, { broke: string }>,
): readonly [name: string, figure: string, goal: string, met: string] {
  const { name, value, goal } = row
  return [name, shown(value), `${goal.kind} ${shown(goal.value)}`, met(row) ? 'yes' : '**no**']
}

function line(...columns: readonly string[]): string {
  return `| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |\n`
}

function shown(value: number): string {
  return value !== 0 && value < 0.1 ? `1/${Math.round(1 / value)}` : `${Number(value.toPrecision(3))}`
}
