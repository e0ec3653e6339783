/**
 * What a subtask's owner is told where its parent's owner wrote no context (ROOM-112 to ROOM-116): drafted from what the
 * parent task recorded, within a bound, marked as drafted. Words of others stand in it as quoted lines, or on one line of a
 * list, so that none can pass for a heading.
 */
import { bytesOf } from './bytes.ts'
import type { Decision, Objection, Task } from './state.ts'

/** Bytes of a drafted context in UTF-8. */
export const mostContextBytes = 8 * 1024

/** Characters of one decision. */
const mostOfOne = 600
/** Characters of a task's description. */
const mostOfTask = 1_200

type Parent = Pick<Task, 'id' | 'description' | 'phases' | 'decisions' | 'objections'>

/** `expected`: the description of the subtask. */
export function draftedContext(parent: Parent, expected: string): string {
  const standing = parent.decisions.flatMap((decision, at) =>
    decision.vetoed ? [] : [itemOf(parent, decision, at + 1)],
  )
  const vetoed = parent.decisions.flatMap((decision, at) => (decision.vetoed ? [itemOf(parent, decision, at + 1)] : []))
  const open = parent.objections.filter(({ settled }) => !settled).map(objectionText)
  const head = [
    '# Context, drafted by Sigma',
    '',
    `The owner of ${parent.id} wrote no context. This is drafted from what that task recorded.`,
    ...headed('The parent task', quoted(parent.description)),
  ]
  const end = headed('What is expected', quoted(expected))
  const left = mostContextBytes - bytesOf([...head, ...end].join('\n'))
  const lists = fitting(
    [
      { title: 'Decisions that stand', items: standing },
      { title: 'Taken back by a person: do not follow', items: vetoed },
      { title: 'Open objections', items: open },
    ],
    left,
  )
  return `${[...head, ...lists, ...end].join('\n')}\n`
}

interface List {
  readonly title: string
  /** Oldest first. */
  readonly items: readonly string[]
}

/** The newest items of all lists that fit; of the older ones it is said how many are left out. */
function fitting(lists: readonly List[], bytes: number): readonly string[] {
  const written = (from: number): readonly string[] => lists.flatMap((list) => listed(list, from))
  const most = Math.max(0, ...lists.map(({ items }) => items.length))
  for (let kept = most; kept > 0; kept -= 1) {
    const lines = written(kept)
    if (bytesOf(lines.join('\n')) <= bytes) return lines
  }
  return written(0)
}

function listed({ title, items }: List, kept: number): readonly string[] {
  if (items.length === 0) return []
  const shown = items.slice(Math.max(0, items.length - kept))
  const left = items.length - shown.length
  const cut = left > 0 ? [`(${left} older left out: pm history, pm show)`] : []
  return headed(title, [...cut, ...shown])
}

const headed = (title: string, lines: readonly string[]): readonly string[] => ['', `## ${title}`, '', ...lines]

function itemOf({ phases }: Pick<Parent, 'phases'>, { text, phase, check }: Decision, number: number): string {
  const where = phases.find(({ id }) => id === phase)
  const taken = where === undefined ? '' : ` (phase ${onLine(where.name, 80)})`
  const held = check === null ? '' : ` Sigma checks: ${checkText(check)}.`
  return `- ${number}. ${onLine(text, mostOfOne)}${taken}${held}`
}

function checkText(check: NonNullable<Decision['check']>): string {
  switch (check.kind) {
    case 'no-new-dependency':
      return 'no package is needed that was not needed before'
    case 'api-unchanged':
      return `${onLine(check.files.join(', '), 200)} export what they exported`
    case 'command': {
      const within = check.withinMs === null ? '' : ` within ${check.withinMs} ms`
      return `\`${onLine(check.command, 200)}\` ends well${within}`
    }
  }
}

const objectionText = ({ decision, by, role, blocking, why }: Objection): string =>
  `- ${onLine(by, 60)} (${onLine(role, 60)}) objects to decision ${decision}${blocking ? ', and blocks' : ''}: ${onLine(why, mostOfOne)}`

/** Words of others on one line. */
const onLine = (text: string, most: number): string => bounded(text.replace(/\s+/gu, ' ').trim(), most)

const quoted = (text: string): readonly string[] =>
  bounded(text.trim(), mostOfTask)
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u)
    .map((line) => `> ${line}`.trimEnd())

/** What was cut is said. */
function bounded(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).toWellFormed()}… (${text.length - most} characters left out)`
}
