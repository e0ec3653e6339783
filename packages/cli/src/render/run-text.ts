import type { AskedPerson, OpenView, RunView } from '@sigma/engine'
import { legibleLine, nameText } from '../printable.ts'
import { partName } from '../runs/part-name.ts'
import type { Standing } from '../runs/standing.ts'
import { breachRow, changedRow } from './changed.ts'
import { columns, indent } from './columns.ts'
import { ago } from './decision-text.ts'
import { formatDuration } from './duration-text.ts'
import { findingsText } from './finding.ts'
import { placeText } from './place.ts'
import { budgetRows, usageRows } from './run-usage.ts'
import { toldRows } from './told.ts'

/** How a run stands: what it waits for, why, and the command that takes it on. `askedText` words a person's turn. */
export function runText(standing: Standing, now: number, askedText: (turn: AskedPerson) => string): string {
  const {
    run,
    parts,
    stages,
    events,
    lastAt,
    result,
    decisions,
    asked,
    waits,
    reminders,
    changed,
    told,
    breaches,
    running,
    sandbox,
    usage,
  } = standing
  const isAsked = (attempt: string): boolean => asked.some((turn) => turn.attempt === attempt)
  // What its parts do says more than that it began them.
  const untold = ['set-timer', 'consult', ...(stages.length === 0 ? [] : ['spawn'])]
  const open = [run, ...parts].flatMap((part) =>
    part.open
      .filter(({ kind, attempt }) => !untold.includes(kind) && !isAsked(attempt))
      .map((each) => ({ each, of: part === run ? '' : `, in ${part.run}${named(partName(run, part))}` })),
  )
  return [
    `${run.run}  ${run.protocol} ${run.subject ?? ''}  ${running ? 'running' : result.outcome}`,
    ...columns([
      ['  begun', `${run.startedAt} (${ago(run.startedAt, now)}), last event ${ago(lastAt, now)}, ${events} events`],
      ...accepted(run),
      ...stageRows(run, stages),
      ['  agents', run.asksLeft === null || stages.length > 0 ? sandbox : `${sandbox}; ${run.asksLeft} calls left`],
      ...usageRows(usage),
      ...budgetRows(run.budgets),
      ...breachRow(breaches),
      ...changedRow(changed),
      ...toldRows(told),
      ...(run.summary === null ? [] : [['  outcome', result.status]]),
      ...(result.delivered === null
        ? []
        : [['  branch', `${result.delivered.branch} at ${result.delivered.commit.slice(0, 10)}`]]),
    ]),
    ...open.map(({ each, of }) => indent(openText(each, of, { running, waits, reminders, now }))),
    ...decisions.map(({ id, consult }) =>
      indent(
        [
          `${consult.status}: ${id}`,
          indent(consult.question),
          indent(placeText(consult.at)),
          ...findingsText(consult.reasons, legibleLine).map((reason) => indent(reason)),
        ].join('\n'),
      ),
    ),
    ...asked.map((turn) => indent(askedText(turn))),
    ...(decisions.length + asked.length === 0 && !running
      ? findingsText(result.reasons).map((reason) => indent(reason))
      : []),
    ...next(standing).map((command) => indent(`next: ${command}`)),
  ].join('\n')
}

const named = (name: string): string => (name === '' ? '' : ` (${nameText(name)})`)

const stageText = ({ run, outcome }: RunView): string => `${run} (${outcome ?? 'not over'})`

/** Where they are about several things, e.g. modules, a row for each of these. */
function stageRows(run: RunView, stages: readonly RunView[]): readonly (readonly string[])[] {
  if (stages.length === 0) return []
  const names = [...new Set(stages.map((stage) => partName(run, stage)))]
  const several = names.filter((name) => name !== '').length > 1 ? names : ['']
  return several.map((name) => {
    const own = several.length === 1 ? stages : stages.filter((stage) => partName(run, stage) === name)
    return [`  ${name === '' ? 'stages' : nameText(name)}`, own.map(stageText).join(', ')]
  })
}

/** Documents as the person accepted them by beginning the run (D18). */
function accepted({ documents }: RunView): readonly (readonly string[])[] {
  const named = documents.map(({ called, blob }) => `${called} ${blob.slice(0, 'sha256:'.length + 10)}`)
  return named.length === 0 ? [] : [['  accepted', named.join(', ')]]
}

function openText(
  { id, kind, at, attempt }: OpenView,
  of: string,
  { running, waits, reminders, now }: Pick<Standing, 'running' | 'waits' | 'reminders'> & { readonly now: number },
): string {
  const where = kind === 'ask' ? placeText(at) : ''
  const wait = waits.find((each) => each.attempt === attempt)
  const why =
    wait === undefined
      ? ''
      : `\n  waits: ${legibleLine(wait.why, 160)} (for ${formatDuration(Math.max(0, now - Date.parse(wait.since)))})`
  const reminder = reminders.find((each) => each.attempt === attempt)
  const late =
    reminder === undefined
      ? ''
      : `\n  takes long: ended in ${formatDuration(Math.max(0, Date.parse(reminder.endsAt) - now))}, and then you are asked`
  return `${running ? 'open' : 'to be taken up'}: ${kind} ${id}${where === '' ? '' : ` (${where})`}${of}${why}${late}`
}

/** The commands that take the run on, the likeliest first. */
function next({ run, result, decisions, asked, running, next: call }: Standing): readonly string[] {
  if (asked[0] !== undefined) return [`sigma answer ${asked[0].name}`]
  if (running) return [`sigma log ${run.run} --follow`]
  if (result.delivered !== null)
    return [`git log ${result.delivered.branch}`, `git diff HEAD...${result.delivered.branch}`]
  if (run.status === 'ended') return [`sigma log ${run.run}`]
  const waiting = decisions.find(({ consult }) => consult.status !== 'halted')
  if (result.outcome === 'waiting' && waiting !== undefined) return [`sigma decide ${waiting.id} <option>`]
  return [call ?? `sigma resume ${run.run}`]
}
