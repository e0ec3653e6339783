/** What is read for a while instead of the runs: a decision, a log, the keys. */
import { printable, printableLine } from '../../printable.ts'
import { decisionText } from '../../render/decision-text.ts'
import { decisionOf, type Paging, type View, type WatchState } from '../state.ts'
import { type Line, span, type Tone } from './line.ts'
import type { Size } from './list-screen.ts'
import { cut, padEnd, widthOf, wrapped } from './width.ts'

/** The question with all that was told with it; below it the options with what follows from them. */
export function decidingLines(
  { overview }: WatchState,
  view: View & { readonly kind: 'deciding' },
  { columns, rows }: Size,
): readonly Line[] {
  const decision = decisionOf(overview, view.id)
  if (decision === null) return [[], [span('  It is decided.', 'dim')]]
  const text = decisionText(decision, null, overview.now)
  const about = text.slice(0, text.indexOf('\n  options:')).split('\n')
  const { options } = decision.consult
  const width = Math.max(...options.map(({ name }) => widthOf(printableLine(name))))
  const rest = Math.max(10, columns - width - 9)
  const offered = options.flatMap(({ name, consequence }, at): readonly Line[] => {
    const tone: Tone = at === view.option ? 'chosen' : 'plain'
    const [first = '', ...more] = wrapped(printableLine(consequence), rest)
    const begins = [
      span(at === view.option ? '  > ' : '    ', 'chosen'),
      span(`${at + 1} ${padEnd(printableLine(name), width)}  `, tone),
    ]
    return [[...begins, span(first)], ...more.map((line) => [span(' '.repeat(width + 8)), span(line)])]
  })
  const room = Math.max(1, rows - offered.length - 2)
  const told = about.flatMap((line) => folded(line, columns - 2)).map((line): Line => [span(`  ${line}`)])
  const shown = told.length <= room ? told : [...told.slice(0, room - 1), [span('  … l tells all of it', 'dim')]]
  return [[], ...shown, [], ...offered]
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
