/** A run in one or two lines: which it is, how it stands, how far it is. */
import type { Decision } from '@sigma/engine'
import { shortConfined } from '../../playing/confined.ts'
import { nameText, printableLine } from '../../printable.ts'
import { counted } from '../../render/columns.ts'
import { shortUsage } from '../../render/short-usage.ts'
import { ofPart } from '../../runs/part-name.ts'
import type { RunEntry } from '../overview.ts'
import { ageText } from './age.ts'
import { leftText } from './budget-text.ts'
import { type Cells, decidedStep, row } from './doing-lines.ts'
import { justified, type Line, span, type Tone } from './line.ts'
import { widthOf } from './width.ts'

const tones: Readonly<Record<string, Tone>> = {
  running: 'good',
  completed: 'good',
  waiting: 'warn',
  escalated: 'warn',
  halted: 'bad',
  refused: 'bad',
  aborted: 'bad',
}

export function runLines(run: RunEntry, chosen: boolean, { width, now }: Cells): readonly Line[] {
  const { stands, running, startedAt, lastAt } = run
  const age = running ? ageText(since(startedAt, now)) : `${ageText(since(lastAt, now))} ago`
  const name = [span(printableLine(run.run), chosen ? 'chosen' : 'strong'), span(`  ${subjectText(run)}`)]
  const how = [span(stands, tones[stands] ?? 'plain'), span(` · ${age}`)]
  const facts = factsOf(run)
  return [
    justified([span('  '), ...name], how, width),
    ...joined(facts, width - 4).map((line): Line => [span(`    ${line}`, 'dim')]),
  ]
}

/** On as few lines as they fit on, none of them broken. */
function joined(facts: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const fact of facts) {
    const longer = lines.length === 0 ? fact : `${lines.at(-1)} · ${fact}`
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(fact)
  }
  return lines
}

const since = (at: string, now: number): number => Math.max(0, now - Date.parse(at))

const subjectText = ({ protocol, module, branch }: RunEntry): string =>
  `${printableLine(protocol)} ${nameText(module)}${branch === null ? '' : ` → ${nameText(branch)}`}`.trimEnd()

/** No facts for a run that is over: the commands that show runs tell them. */
function factsOf(run: RunEntry): readonly string[] {
  const { phase, running, budgets, used, sandbox, reasons, stands, parts } = run
  if (phase === null) return []
  const [reason] = reasons
  const usedText = used.turns === 0 ? '' : shortUsage(used)
  return [
    phase,
    ...progressText(run),
    ...parts.flatMap((part) =>
      part.phase === null ? [] : [ofPart(nameText(part.name), part.phase), ...progressText(part)],
    ),
    ...(running ? [printableLine(shortConfined(sandbox))] : []),
    ...(usedText === '' ? [] : [usedText]),
    ...budgets.map(leftText),
    ...(stands === 'halted' && reason !== undefined ? [printableLine(reason.message)] : []),
  ]
}

function progressText({ progress, unit }: Pick<RunEntry, 'progress' | 'unit'>): readonly string[] {
  if (progress === null) return []
  const { done, skipped, all } = progress
  const left = skipped === 0 ? '' : `, ${skipped} left out`
  return [`${done} of ${counted(all, unit)} done${left}`]
}

/** `? C2 green  waiting  8m  fix, skip, abort`, and below it the question. */
export function decisionLines(run: RunEntry, decision: Decision, cells: Cells): readonly Line[] {
  const { now } = cells
  const { consult, askedAt, expiresAt } = decision
  const { question, status, options, fallback } = consult
  const what = [decidedStep(run, decision), status, ageText(since(askedAt, now))] as const
  const left = expiresAt === null ? null : Math.max(0, Date.parse(expiresAt) - now)
  const falls = left === null ? '' : ` · ${printableLine(fallback)} in ${ageText(left)}`
  return [
    row(cells, ['?', 'warn'], what, [span(`${options.map(({ name }) => printableLine(name)).join(', ')}${falls}`)]),
    [span(`      ${printableLine(question)}`, 'warn')],
  ]
}
