import { type AskedPerson, type Reader, type RunView, writingText } from '@sigma/engine'
import { workspaceFolder } from '../project/folders.ts'
import type { Place } from '../project/place.ts'
import { indent, timesOf } from '../render/columns.ts'
import { ago } from '../render/decision-text.ts'
import { findingsText } from '../render/finding.ts'
import { placeText } from '../render/place.ts'
import type { World } from '../world.ts'
import { nameOf } from './asked.ts'
import type { AnswerTaken } from './operation.ts'

/** A turn that waits for a person of this project. */
export const askedHere = (world: World, place: Place, turn: AskedPerson): string =>
  askedText(turn, askedFolder(world, place, turn), world.now())

export const askedFolder = (world: World, place: Place, { run, at }: AskedPerson): string | null =>
  workspaceFolder(world, place, run, at.workspace)

/** A turn that waits for a person, with all that is needed to take it. `folder`: its workspace; null: not there yet. */
export function askedText(turn: AskedPerson, folder: string | null, now: number): string {
  const { name, at, askedAt, codes, writable, creatable, refused } = turn
  return [
    `${nameOf(turn)}  (waits for a person, asked ${ago(askedAt, now)})`,
    indent(`about: ${placeText(at)}`),
    ...[...timesOf(refused)].map(([each, times]) => indent(`not taken before${timesText(times)}: ${each}`)),
    ...(folder === null ? [] : [indent(`work in: ${folder}`)]),
    indent(`change: ${writable.length === 0 ? 'nothing' : writingText(writable, creatable)}`),
    indent(`codes: ${codes.join(' ')}`),
    indent(`read: sigma answer ${name}`),
    indent(`answer: sigma answer ${name} <code> "what was done"`),
  ].join('\n')
}

const timesText = (times: number): string => (times === 1 ? '' : ` (${times} times)`)

/** What became of an answer, where the run is recorded as it stands after it. */
export function takenText(
  reader: Pick<Reader, 'run'>,
  turn: AskedPerson,
  code: string,
  { kind, findings, changed }: AnswerTaken,
): string {
  if (kind === 'taken')
    return `${nameOf(turn)} is answered: ${code}${changed.length === 0 ? '' : `, with ${changed.join(', ')}`}.`
  const reasons = findings.flatMap((finding) => findingsText([finding]))
  return [
    `${nameOf(turn)} is not taken:`,
    ...reasons,
    `Your files are as you left them; ${nextText(reader.run(turn.run)?.open ?? [], turn)}`,
  ].join('\n')
}

/** The last try is followed by no other. */
function nextText(open: RunView['open'], { id }: AskedPerson): string {
  if (open.some((one) => one.kind === 'ask' && one.id === id)) return 'correct them, and answer again.'
  if (open.some(({ kind }) => kind === 'consult')) return 'it was the last try, and a decision waits: sigma inbox'
  return 'this turn is not asked again.'
}
