/** What is read for a while instead of the runs: a decision, a log, the keys. */
import type { Decision } from '@sigma/engine'
import { printable, printableLine } from '../../printable.ts'
import { answeringLines, answeringOf } from '../../render/answering.ts'
import { aboutLines, type Leads } from '../../render/decision-text.ts'
import { entryWith } from '../overview.ts'
import { decisionOf, type Paging, type View, type WatchState } from '../state.ts'
import { type Line, span, type Tone } from './line.ts'
import type { Size } from './list-screen.ts'
import { cut, padEnd, widthOf, wrapped } from './width.ts'

/** The question with all that was told with it; below it who answers until when, and the options with what follows from them. */
export function decidingLines(
  { overview }: WatchState,
  view: View & { readonly kind: 'deciding' },
  { columns, rows }: Size,
): readonly Line[] {
  const decision = decisionOf(overview, view.id)
  if (decision === null) return [[], [span('  It is decided.', 'dim')]]
  const { now } = overview
  const inset = (line: string): readonly Line[] => folded(line, columns - 2).map((part) => [span(`  ${part}`)])
  const about = aboutLines(decision, now).flatMap(inset)
  const answering = answeringLines(answeringOf(decision), now).flatMap((line) => inset(`  ${line}`))
  const leads = entryWith(overview, decision.run)?.leads.get(decision.id) ?? new Map<string, string>()
  const belowWith = (told: Leads): readonly Line[] => [
    ...answering,
    [],
    ...offeredLines(decision, told, { chosen: view.option, columns }),
  ]
  const all = belowWith(leads)
  const chosen = [...leads].filter(([name]) => name === decision.consult.options[view.option]?.name)
  // Where there is no room for what all of them lead to, the chosen one tells it.
  const below = about.length + all.length + 1 <= rows ? all : belowWith(new Map(chosen))
  const room = Math.max(1, rows - below.length - 1)
  const shown = about.length <= room ? about : [...about.slice(0, room - 1), [span('  … l tells all of it', 'dim')]]
  return [[], ...shown, ...below]
}

/** Each with what follows from it, and what it leads to where that is known. */
function offeredLines(
  { consult: { options } }: Decision,
  leads: Leads,
  { chosen, columns }: { readonly chosen: number; readonly columns: number },
): readonly Line[] {
  const width = Math.max(...options.map(({ name }) => widthOf(printableLine(name))))
  const rest = Math.max(10, columns - width - 9)
  const below = (line: string, tone: Tone): Line => [span(' '.repeat(width + 8)), span(line, tone)]
  return options.flatMap(({ name, consequence }, at): readonly Line[] => {
    const tone: Tone = at === chosen ? 'chosen' : 'plain'
    const [first = '', ...more] = wrapped(printableLine(consequence), rest)
    const begins = [
      span(at === chosen ? '  > ' : '    ', 'chosen'),
      span(`${at + 1} ${padEnd(printableLine(name), width)}  `, tone),
    ]
    const lead = leads.get(name)
    return [
      [...begins, span(first)],
      ...more.map((line) => below(line, 'plain')),
      ...(lead === undefined ? [] : wrapped(`→ ${printableLine(lead)}`, rest).map((line) => below(line, 'dim'))),
    ]
  })
}

/** Lines as they are shown; what is too long for one goes on in the next, set in as it was. */
function folded(line: string, width: number): readonly string[] {
  const [lead = ''] = /^ */.exec(line) ?? []
  const inset = Math.max(0, Math.min(lead.length, Math.floor(width / 2)))
  return wrapped(line.slice(lead.length), Math.max(1, width - inset)).map((part) => ' '.repeat(inset) + part)
}

export function pagedLines({ text }: Paging, columns: number): readonly string[] {
  return printable(text)
    .replaceAll('\t', '  ')
    .trimEnd()
    .split('\n')
    .flatMap((line) => (widthOf(line) <= columns ? [line] : folded(line, columns)))
}

export function pagingLines(view: Paging, { columns, rows }: Size): readonly Line[] {
  const lines = pagedLines(view, columns)
  const last = Math.max(0, lines.length - rows)
  const top = Math.min(view.top ?? last, last)
  return lines.slice(top, top + rows).map((line) => [span(line)])
}

const keys: readonly (readonly [key: string, does: string])[] = [
  ['↑ ↓ j k', 'choose a run, a turn or a decision'],
  ['enter', 'answer the decision, or read what was kept of the turn or run'],
  ['d', 'answer a decision: its options, and what follows from each'],
  ['l', 'read the log of the run, or what was kept of the step'],
  ['s', 'stop the run, after a yes'],
  ['r', 'go on with a run that nobody plays, in this terminal'],
  ['q', 'leave; runs go on'],
]

const marks: readonly (readonly [mark: string, means: string])[] = [
  ['●', 'an agent takes its turn'],
  ['○', 'it waits, and why'],
  ['◇', 'Sigma measures, combines or puts back'],
  ['?', 'a decision or a turn waits for a person'],
  ['!', 'something looks wrong about the agent'],
]

export function helpLines({ columns }: Size): readonly Line[] {
  const row = ([name, text]: readonly [string, string]): Line => [
    span(`  ${padEnd(name, 9)}`, 'strong'),
    span(cut(text, columns - 12)),
  ]
  return [[], ...keys.map(row), [], ...marks.map(row), [], [span('  Any key leads back.', 'dim')]]
}
