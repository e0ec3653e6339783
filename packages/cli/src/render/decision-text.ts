import type { Decision } from '@sigma/engine'
import { legibleLine } from '../printable.ts'
import { answeringLines, answeringOf } from './answering.ts'
import { columns, indent } from './columns.ts'
import { formatDuration } from './duration-text.ts'
import { findingsText } from './finding.ts'
import { placeText } from './place.ts'

/** Both versions of what a decision is about. */
export interface Difference {
  /** What it leads from and to. */
  readonly called: string
  /** Lines of a patch; none where the decision is about something else. */
  readonly lines: readonly string[]
}

export const noDifference: Difference = { called: '', lines: [] }

/**
 * An open question, with all that a person needs to answer it. `folder` is the workspace, where it has one; `diff`
 * both versions of what it is about, where there are two.
 */
export function decisionText(
  decision: Decision,
  folder: string | null,
  now: number,
  diff: Difference = noDifference,
  leads: Leads = noLeads,
): string {
  const { consult } = decision
  return [
    ...aboutLines(decision, now),
    ...(diff.lines.length === 0 ? [] : [indent(`${diff.called}:`)]),
    ...diff.lines.map((line) => indent(indent(line))),
    ...answeringLines(answeringOf(decision), now).map((line) => indent(line)),
    indent('options:'),
    ...optionLines(decision, leads),
    ...(folder === null ? [] : [indent(`workspace: ${folder}`)]),
    ...(consult.reasons.length === 0 ? [] : [indent(`why: sigma why ${decision.id}`)]),
    indent(`decide: sigma decide ${decision.id} <option>`),
  ].join('\n')
}

/** What is asked, about what, and why. */
export function aboutLines({ id, consult, askedAt }: Decision, now: number): readonly string[] {
  const about = placeText(consult.at)
  return [
    `${id}  (${consult.status}, asked ${ago(askedAt, now)})`,
    indent(consult.question),
    ...(about === '' ? [] : [indent(`about: ${about}`)]),
    ...findingsText(consult.reasons, legibleLine).flatMap((reason) => indent(reason).split('\n')),
  ]
}

/** What each option leads to, by name; an option that is not among them is shown without. */
export type Leads = ReadonlyMap<string, string>

const noLeads: Leads = new Map()

function optionLines({ consult }: Decision, leads: Leads): readonly string[] {
  const rows = columns(consult.options.map(({ name, consequence }) => [`    ${name}`, consequence]))
  const inset = 6 + Math.max(...consult.options.map(({ name }) => name.length))
  return rows.flatMap((row, at) => {
    const lead = leads.get(consult.options[at]?.name ?? '')
    return lead === undefined ? [row] : [row, `${' '.repeat(inset)}→ ${lead}`]
  })
}

export function ago(at: string, now: number): string {
  return `${formatDuration(Math.max(0, now - Date.parse(at)))} ago`
}
