import {
  aboutRun,
  type Course,
  eventsOf,
  familyCourseOf,
  notesIn,
  protocolOf,
  type RunView,
  type Session,
  type Settled,
  usageOf,
  wordsOf,
} from '@sigma/engine'
import type { EventBody } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { allAsked } from '../people/asked.ts'
import { askedHere } from '../people/asked-text.ts'
import { decisionHere } from '../people/decision-here.ts'
import { breachesOf, breachRow, changedParts, changedRow } from '../render/changed.ts'
import { columns, counted, indent } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import { findingsText } from '../render/finding.ts'
import { budgetRows, usageRows } from '../render/run-usage.ts'
import { toldIn, toldRows } from '../render/told.ts'
import { confinedText } from './confined.ts'
import type { Playing } from './playing.ts'
import { workedText } from './sittings.ts'

/** What came of a run, and how to look at it. */
export function summaryText(
  { world, place, session: { reader } }: Pick<Playing, 'world' | 'place'> & { session: Pick<Session, 'reader'> },
  run: RunView,
  { result, decisions }: Settled,
  tookMs: number,
): string {
  const { branch, commit } = result.delivered ?? { branch: null, commit: null }
  const asked = allAsked(reader, run.run)
  const course = familyCourseOf(reader, run.run)
  const rows = [
    ['  outcome', result.status],
    ...(branch === null
      ? []
      : [
          ['  branch', `${branch} at ${commit?.slice(0, 10)}`],
          ['  look', `git log ${branch}`],
          ...takeRows(run, branch),
        ]),
    ['  took', `${workedText(course, tookMs)}; ${counts(course)}`],
    ['  agents', confinedText(place.folder, run.run)],
    ...usageRows(usageOf(course)),
    ...budgetRows(run.budgets),
    ...breachRow(breachesOf(course)),
    ...changedRow(changedParts(course)),
    ...toldRows(toldIn(notesIn(course), wordsOf(kits, run))),
  ]
  const isAsked = decisions.length + asked.length > 0
  return [
    '',
    `${run.run}: ${result.outcome}`,
    ...columns(rows),
    ...findingsText(isAsked ? [] : result.reasons).map((reason) => indent(reason)),
    ...asked.flatMap((turn) => ['', askedHere(world, place, turn)]),
    ...decisions.flatMap((decision) => ['', decisionHere(world, place, reader, decision)]),
    ...(result.outcome === 'halted' ? [`hint: sigma resume ${run.run}`] : []),
    ...(result.outcome === 'waiting' ? [`hint: ${(isAsked ? null : dueCall(run)) ?? 'sigma inbox'}`] : []),
  ].join('\n')
}

/** The command that goes on where the run waits for nothing but a call. */
const dueCall = (run: RunView): string | null => protocolOf(kits, run)?.standing(run.state)?.next ?? null

/** Of a run that began with what is not committed, the fixes alone: all else lies in the working tree. */
function takeRows(run: RunView, branch: string): readonly (readonly [string, string])[] {
  const { base = null, isSnapshot } = aboutRun(kits, run) ?? {}
  if (isSnapshot !== true || base === null) return [['', `git diff HEAD...${branch}`]]
  const fixes = `git diff ${base.slice(0, 10)} ${branch}`
  return [
    ['', fixes],
    ['  take', `${fixes} | git apply`],
  ]
}

function counts(course: Course): string {
  const events = eventsOf(course, 'begun', 'failed', 'judged').map(({ recorded: { event } }) => event)
  const first = events.findIndex(({ kind }) => kind === 'begun')
  // What is measured before the first turn is nobody's work.
  const isWork = (event: EventBody, at: number): boolean => event.kind !== 'judged' || (first >= 0 && at > first)
  const refused = events.filter((event, at) => isRefusal(event) && isWork(event, at)).length
  const failed = events.filter(
    (event) => event.kind === 'failed' && !isRefusal(event) && event.cause !== 'interrupted',
  ).length
  const waitedMs = notesIn(course).reduce(
    (sum, { type, data }) => sum + (type === 'waited' ? Number(data['ms']) : 0),
    0,
  )
  return [
    counted(events.filter(({ kind }) => kind === 'begun').length, 'turn'),
    `${refused} refused`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(waitedMs === 0 ? [] : [`${formatDuration(waitedMs)} in all spent waiting for a free turn`]),
  ].join(', ')
}

/** What Sigma measured and did not take: work that a gate refused, and turns that broke a rule. */
const isRefusal = (event: EventBody): boolean =>
  event.kind === 'failed'
    ? event.cause === 'trespass' || event.cause === 'invalid'
    : event.kind === 'judged' && event.verdict !== 'pass'
