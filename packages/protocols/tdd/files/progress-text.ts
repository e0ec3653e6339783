/** σ₅: how the modules stand. The newest run of each with plan, checklist, failures and failed gates (DPTR-97, DPTR-122). */
import { printId, progressMarks, subscriptDigits } from '@sigma/protocol'
import { code, type Fragment, line, link } from '../../writing/lines.ts'
import { standsAs } from '../../writing/stands.ts'
import { placeText } from './context-text.ts'
import { type BatchStanding, batchesOf, type CycleStanding, type Mark } from './cycles.ts'
import type { Measurement, TddCourse, Told } from './tdd-course.ts'

/** The newest run of a module, and how those before it ended. */
export interface ModuleHistory {
  readonly newest: TddCourse
  /** Newest first. */
  readonly earlier: readonly { readonly run: string; readonly startedAt: string; readonly outcome: string }[]
  readonly branch: string | null
}

/** `relativeTo` gives a path as seen from the file. */
export function progressSection(
  { newest, earlier, branch }: ModuleHistory,
  relativeTo: (path: string) => string,
): string {
  const { input, run, end, told, measurements } = newest
  const logs = told.filter(({ type }) => type === 'log')
  const refused = measurements.filter(({ verdict }) => verdict !== 'pass')
  return [
    line`### ${input.module}: ${standsAs(newest)}`,
    '',
    line`- run ${code(run)}, session ${code(input.session)}, begun ${newest.startedAt}`,
    line`- plan ${link('tdd_plan.md', relativeTo(input.plan.path))}, design ${link('design.md', relativeTo(input.design.path))}`,
    ...(end === null ? [] : [line`- ended ${newest.lastAt}: ${end.summary}`]),
    ...(branch === null ? [] : [line`- delivered as ${code(branch)}`]),
    line`- [${phase0(newest) ? 'x' : ' '}] Phase 0`,
    ...batchesOf(newest).flatMap((batch) => ['', ...batchLines(batch)]),
    ...listed('#### Failures', logs, logLine),
    ...listed('#### Failed gates', refused, gateLine),
    ...listed(
      '#### Earlier runs',
      earlier,
      ({ run: name, startedAt, outcome }) => line`- ${code(name)}, begun ${startedAt}: ${outcome}`,
    ),
  ].join('\n')
}

const phase0 = ({ measurements }: TddCourse): boolean =>
  measurements.some(({ gate, verdict }) => gate === 'phase0' && verdict === 'pass')

const signs: Readonly<Record<Mark, string>> = { ...progressMarks, working: '…', pending: '☐' }

/** The mark is the batch's entry in `σ₅.progress`. */
function batchLines({ number, parallel, mark, cycles }: BatchStanding): readonly string[] {
  const sign: Fragment = { markdown: signs[mark] }
  return [
    line`#### Batch${subscriptDigits(String(number))}: (parallel ${parallel}) ${sign}`,
    '',
    ...cycles.flatMap(cycleLines),
  ]
}

function cycleLines({ id, title, interfaces, status, red, green, refactored }: CycleStanding): readonly string[] {
  const box = (done: boolean): string => (done ? '[x]' : '[ ]')
  return [
    `- ${box(status === 'done')} ${line`${printId(id)}: ${title} (${interfaces.join(', ')}) → ℜ→ℜᴳ→ℜᶠ`}${noteOf(status)}`,
    `  - ${box(red)} ℜ`,
    `  - ${box(green)} ℜᴳ`,
    `  - ${box(refactored)} ℜᶠ`,
  ]
}

function noteOf(status: CycleStanding['status']): string {
  if (status === 'skipped') return ' (left out by a person)'
  return status === 'failed' || status === 'waiting' ? ` ${progressMarks[status]}` : ''
}

/** Of a long list the latest, and how many came before. */
const most = 50

function listed<Item>(heading: string, items: readonly Item[], text: (item: Item) => string): readonly string[] {
  if (items.length === 0) return []
  const left = items.length - most
  return [
    '',
    heading,
    '',
    ...(left > 0 ? [line`- ${left} earlier ones are in the journal: sigma log`] : []),
    ...items.slice(-most).map(text),
  ]
}

function logLine({ at, sequence, data }: Told): string {
  const { rule, message } = data
  return line`- ${at}, event ${sequence}: ${placeText(data)}: ${code(String(rule ?? ''))}: ${String(message ?? '')}`
}

const wholeText = (gate: string): string => (gate === 'baseline' ? 'the base commit' : 'all cycles of the slice')

function gateLine({ at, sequence, turn, gate, verdict, findings, follows }: Measurement): string {
  const [first] = findings
  const place = turn === null ? { markdown: wholeText(gate) } : placeText(turn)
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ')
  const more = first === undefined ? '' : `: ${first.message}`
  return line`- ${at}, event ${sequence}: ${code(gate)} ${verdict} at ${place}; ${rules}${more} (then: ${follows})`
}
