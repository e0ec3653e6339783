/** The communication log: an entry for each message, and all of them with their statistics (VAL-94 to VAL-100). */
import { z } from 'zod'
import { hoursMinutesAndSeconds, timestampOf } from '../machine/records/times.ts'
import { statuses } from '../machine/status.ts'
import { apart, below, field, line, nothing } from './blocks.ts'
import { inLine } from './lines.ts'

const text = z.string()
const count = z.int().min(0)

export const logEntrySchema = z.object({
  schema: z.literal(1),
  id: text,
  timestamp: text,
  sender: text,
  recipient: text,
  /** What the message is, in a few words. */
  what: text,
  /** `None` where its form has no id. */
  message: text,
  summary: text,
  before: z.enum(statuses),
  after: z.enum(statuses),
  iteration: count,
  max: count,
})
export type LogEntry = Readonly<z.infer<typeof logEntrySchema>>

const entryForm = apart(
  below(field('Entry ID', 'id'), field('Timestamp', 'timestamp')),
  below(line('**Participants**:'), line('- Sender: {sender:text}'), line('- Recipient: {recipient:text}')),
  below(field('Message Type', 'what'), field('Message ID', 'message')),
  field('Summary', 'summary'),
  below(field('Status Before', 'before', 'word'), field('Status After', 'after', 'word')),
  line('**Iteration**: {iteration:count}/{max:count}'),
)

const entryHeading = '## Communication Log Entry'

export const entryMarkdown = (entry: LogEntry): string =>
  `${[entryHeading, '', ...entryForm.write(entry)].join('\n')}\n`

/** Null: it is no entry, or was changed. */
export function readEntry(markdown: string): LogEntry | null {
  const lines = markdown.split('\n')
  if (lines.shift() !== entryHeading || lines.shift() !== '') return null
  const read = entryForm.read(lines)
  const { data } = logEntrySchema.safeParse({ schema: 1, ...read })
  return read !== null && data !== undefined && entryMarkdown(data) === markdown ? data : null
}

export interface CommunicationLog {
  readonly issue: number
  readonly feature: string
  /** ISO 8601, UTC. */
  readonly started: string
  /** Null: the run is not over. */
  readonly completed: string | null
  /** Of the newest event. */
  readonly lastAt: string
  readonly entries: readonly LogEntry[]
  /** Of all specialists: first checks, and those after them. */
  readonly initial: number
  readonly retries: number
  readonly outcome: string
}

/** The figures that are named, by the `what` of the entries that they count. */
const named = [
  ['Failure Reports', 'Failure report'],
  ['Fix Requests', 'Fix request'],
  ['Fix Completions', 'Fix completion'],
  ['Re-validation Triggers', 'Re-validation trigger'],
  ['Re-validation Results', 'Re-validation result'],
  ['Success Notifications', 'Success notification'],
] as const

export function logMarkdown(log: CommunicationLog): string {
  const { issue, feature, started, completed, lastAt, entries, initial, retries, outcome } = log
  const duration = Date.parse(completed ?? lastAt) - Date.parse(started)
  const head = [
    `## Full Communication Log: Feature #${issue}`,
    '',
    `**Issue**: #${issue} - ${inLine(feature)}`,
    `**Started**: ${timestampOf(started)}`,
    `**Completed**: ${completed === null ? nothing : timestampOf(completed)}`,
    `**Total Duration**: ${hoursMinutesAndSeconds(duration)}`,
    `**Total Messages**: ${entries.length}`,
    `**Total Iterations**: ${initial + retries}`,
  ]
  const chronological = entries.flatMap((entry) => ['', ...chronologicalLines(entry)])
  const counts = named.map(([label, what]) => `**${label}**: ${entries.filter((each) => isOf(each, what)).length}`)
  const statistics = [
    `**Total Messages**: ${entries.length}`,
    ...counts,
    '',
    `**Iterations**: ${initial + retries} (${initial} initial + ${retries} ${retries === 1 ? 'retry' : 'retries'})`,
    `**Outcome**: ${inLine(outcome)}`,
  ]
  return `${[
    ...head,
    ...['', '---', '', '### Chronological Message Log'],
    ...chronological,
    ...['', '---', '', '### Communication Statistics', ''],
    ...statistics,
  ].join('\n')}\n`
}

/** A result says in brackets how it came out. */
const isOf = ({ what }: LogEntry, named: string): boolean => what === named || what.startsWith(`${named} (`)

const chronologicalLines = ({ timestamp, sender, recipient, what, message, summary }: LogEntry): readonly string[] => [
  `**[${timestamp}]** ${inLine(sender)} → ${inLine(recipient)}: ${inLine(what)}`,
  `- Message ID: ${inLine(message)}`,
  `- Summary: ${inLine(summary)}`,
]
