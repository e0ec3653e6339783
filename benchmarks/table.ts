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

export function rowText(row: Row, scale: Report['scale']): string {
  if ('broke' in row) return line(row.benchmark, '–', '–', '**broke**', row.broke.replace(/\s+/g, ' '))
  const [name, figure, goal, judged] = cells(row)
  // A short form shows that a benchmark works: what it measured is no figure to hold against a goal.
  return line(name, figure, goal, scale === 'short' ? '–' : judged, row.detail)
}

/** What is measured, by the first word of a benchmark's name: `gates-node` and `gates-jest` are both about gates. */
const subjects: Readonly<Record<string, string>> = {
  kernel: 'steps of the kernel, against XState',
  durable: 'events that are flushed, against append and `fsync`',
  replay: 'replay of 100,000 events, in seconds',
  langgraph: '1,000 growing steps, bytes stored, resuming, against LangGraph.js',
  gates: 'a cold GREEN check, all gates of a cycle, against the test runner alone',
  warm: '`sigma gates` in a turn, against the test runner alone',
  cycles: 'whole runs from start to branch, against the suite alone',
  turn: 'a turn beyond its agent and its tests, in ms (p95)',
  sandbox: 'a program started in the sandbox, in ms beyond the same without',
  status: '`sigma status`, against `node -e 0`',
  steps:
    'step commands with a host that stands by: `sigma dispatch`, `step`, `step --output`, `complete`, against `node -e 0`',
  rooms: 'a word in a room: `pm say` against `node -e 0`; the tool `pm_say`, and until others have it, in ms',
  memory: 'the memory by MCP, against the public memory server',
  start: '`sigma init`, `sigma tdd` until its run begins, `sigma doctor`: in seconds, on 50,000 files',
  agents: 'start to first word, against the bare agent',
  tokens: 'KB of a cycle that no cache keeps',
}

const subjectOf = (benchmark: string): string => benchmark.split('-')[0] ?? benchmark

/** How the row begins in which `briefTable` shows it. */
export const subjectText = (benchmark: string): string => subjects[subjectOf(benchmark)] ?? subjectOf(benchmark)

/** Every figure with its goal, and whether that is met: one row a subject. */
export function briefTable(rows: readonly Row[], scale: Report['scale']): string {
  const bySubject = Map.groupBy(rows, ({ benchmark }) => subjectOf(benchmark))
  const lines = [...bySubject].map(([subject, own]) => {
    const figures = [...Map.groupBy(own, ({ benchmark }) => benchmark)].map(([benchmark, of]) => {
      const variant = benchmark.slice(subject.length + 1)
      return `${variant === '' ? '' : `${variant} `}${of.map((row) => briefFigure(row, scale)).join(', ')}`
    })
    return line(subjectText(subject), figures.join('; '))
  })
  return `${line('measured', 'figures, each with its goal')}| --- | --- |\n${lines.join('')}`
}

function briefFigure(row: Row, scale: Report['scale']): string {
  if ('broke' in row) return '**broke**'
  const mark = scale === 'short' ? '–' : met(row) ? '✓' : '✗'
  return `${shown(row.value)} (${goalText(row)}) ${mark}`
}

export const goalText = ({ goal }: Pick<z.infer<typeof figureSchema>, 'goal'>): string =>
  `${goal.kind} ${shown(goal.value)}`

export const conditions = ({ machine: { cores, cpu, node, load }, at }: Omit<Report, 'rows'>): string =>
  `${cores} × ${cpu}, Node ${node}, ${at.slice(0, 10)}, load ${load.toFixed(1)} at the start`

function cells(
  row: Exclude<Row, { broke: string }>,
): readonly [name: string, figure: string, goal: string, met: string] {
  const { name, value } = row
  return [name, shown(value), goalText(row), met(row) ? 'yes' : '**no**']
}

function line(...columns: readonly string[]): string {
  return `| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |\n`
}

function shown(value: number): string {
  return value !== 0 && value < 0.1 ? `1/${Math.round(1 / value)}` : `${Number(value.toPrecision(3))}`
}
