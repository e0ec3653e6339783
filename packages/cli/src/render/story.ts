/** A run told line by line from its journal: the same words while it happens and afterwards. */
import type { Note, Placed, VerdictView, Words } from '@sigma/engine'
import { fieldText, type Stored, storedIn } from '@sigma/memory'
import type { Finding, Json, Usage } from '@sigma/protocol'
import { nameText, printableLine } from '../printable.ts'
import { changedMeanwhile } from './changed.ts'
import { counted } from './columns.ts'
import { formatDuration } from './duration-text.ts'
import { stepText } from './place.ts'
import { changeLines } from './told.ts'
import { isNothing, usageText } from './usage-text.ts'

export interface StoryLine {
  /** Milliseconds since the run began. */
  readonly elapsedMs: number
  readonly step: string
  readonly text: string
  /** Rules that were broken, with the way out. */
  readonly details: readonly string[]
}

type Said = (text: string, details?: readonly string[]) => StoryLine

/** What one event says, with the words of its protocol; null for those that say nothing to people. */
export function lineOf(placed: Placed, began: number, words: Words): StoryLine | null {
  const { envelope, event } = placed.recorded
  const at = { elapsedMs: Date.parse(envelope.at) - began, step: stepOf(placed) }
  const who = whoIn(placed)
  const said: Said = (text, details = []) => ({ ...at, text, details })
  switch (event.kind) {
    case 'started':
      return said(`${envelope.protocol} begins`)
    case 'called':
      return called(placed, words, said)
    case 'begun':
      return said(`${who} is asked`)
    case 'answered': {
      const changed = event.changed.length === 0 ? '' : ` (${counted(event.changed.length, 'file')} changed)`
      const message = event.message === '' ? '' : `: ${printableLine(event.message, 100)}`
      return said(`${who} answers →${event.code}${message}${changed}${usedText(event.usage)}`)
    }
    case 'failed': {
      // Whoever is interrupted has not failed: the same is done again, at no cost.
      const isCutOff = event.cause === 'interrupted'
      const what = isCutOff ? 'goes on later (interrupted)' : `fails (${event.cause})`
      return said(`${who} ${what}${usedText(event.usage)}`, isCutOff ? [] : event.findings.map(detail))
    }
    case 'judged': {
      const { instead, measured, warnings } = words.measurement(event.data)
      const beside = measured === '' ? '' : ` (${printableLine(measured, 160)})`
      const text = instead === null ? `${verdicts[event.verdict]}${beside}` : printableLine(instead, 160)
      return said(text, [...event.findings.map(detail), ...warnings.map((each) => printableLine(`! ${each}`, 320))])
    }
    case 'decided':
      return said(`${event.by} decides: ${event.option}`)
    case 'integrated': {
      const isCarried = placed.effect?.kind === 'integrate' && placed.effect.onto !== undefined
      const how = isCarried ? 'carried over as' : 'combined as'
      return said(`${how} ${event.commit.slice(0, 10)}`)
    }
    case 'conflicted':
      return said(`conflict in ${event.files.map(nameText).join(', ')}`)
    case 'restored':
      return said(
        placed.effect?.kind === 'restore' && placed.effect.for === 'person'
          ? 'laid in a workspace for a person'
          : 'put back to the last good state',
      )
    case 'ended':
      return said(`its run ${event.run} ends: ${event.outcome}`)
    case 'elapsed':
      return null
  }
}

function called({ recorded: { event }, result }: Placed, words: Words, said: Said): StoryLine | null {
  if (event.kind !== 'called') return null
  const { text, refused } = words.call?.({ ...event, result }) ?? { text: event.verb, refused: [] }
  return said(`${event.caller} calls ${printableLine(text, 240)}`, refused.map(detail))
}

/** Usage where the agent reports it; missing usage is told with the run's sums, not with every turn. */
function usedText(usage: Usage | 'unknown' | undefined): string {
  return usage === undefined || usage === 'unknown' || isNothing(usage) ? '' : `; ${usageText(usage)}`
}

export function noteLine(note: Note, began: number): StoryLine {
  const { at, type, data } = note
  const stored = storedIn(note)
  if (stored !== null) return { elapsedMs: Date.parse(at) - began, step: type, ...storedText(stored) }
  const said = data['message'] ?? data['text'] ?? data['summary']
  const text = typeof said === 'string' ? said : type === changedMeanwhile ? changesText(data) : fieldsText(data)
  const details = changeLines(data).map((change) => `! ${change}`)
  return { elapsedMs: Date.parse(at) - began, step: type, text: printableLine(text, 240), details }
}

/** Each text on a line of its own, as its dialogue has it: none can pass for a record, or for several. */
const storedText = ({ attempt, contents }: Stored): Pick<StoryLine, 'text' | 'details'> => ({
  text: printableLine(`${attempt} stores ${counted(contents.length, 'text')}`, 240),
  details: contents.map((each) => `> ${printableLine(fieldText(each), 240)}`),
})

const isListOfWords = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const changesText = ({ parts }: Note['data']): string =>
  `changed in your repository while agents worked: ${Array.isArray(parts) ? parts.map((part) => nameText(String(part))).join(', ') : '?'}`

/** The plain fields of a note; what is nested is for `sigma log --json`. */
function fieldsText(data: Note['data']): string {
  return Object.entries(data)
    .filter(([, value]) => typeof value !== 'object' || isListOfWords(value))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ')
}

/** Most steps are not longer. */
export const stepWidth = 22

export function lineText({ elapsedMs, step, text, details }: StoryLine): string {
  const first = `${formatDuration(Math.max(0, elapsedMs)).padStart(7)}  ${step.padEnd(stepWidth)}  ${text}`
  return [first, ...details.map((each) => `${' '.repeat(9)}${each}`)].map((line) => line.trimEnd()).join('\n')
}

const verdicts: Readonly<Record<VerdictView['verdict'], string>> = {
  pass: 'sigma measures: pass',
  fail: 'sigma measures: refused',
  unknown: 'sigma measures: could not judge, so refused',
}

const detail = (finding: Finding): string =>
  printableLine(`✗ ${finding.rule}: ${finding.message} → ${finding.remedy}`, 240)

/** The work that an event is about; where its run cannot be read, the id that it names. */
export function stepOf({ recorded: { event }, effect }: Placed): string {
  if (effect !== null) return stepText(effect.at)
  return 'id' in event ? event.id : 'run'
}

/** Whose turn it is; what no agent does, Sigma does. */
function whoIn({ recorded: { event }, effect }: Placed): string {
  if (effect?.kind === 'ask') return effect.role
  return event.kind === 'begun' ? event.turn.role : 'sigma'
}
