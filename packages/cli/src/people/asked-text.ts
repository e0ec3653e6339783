import type { AskedPerson } from '@sigma/engine'
import { indent } from '../render/columns.ts'
import { ago } from '../render/decision-text.ts'
import { placeText } from '../render/place.ts'
import { nameOf } from './asked.ts'

/** A turn that waits for a person, with all that is needed to take it. `folder`: its workspace; null: not there yet. */
export function askedText(turn: AskedPerson, folder: string | null, now: number): string {
  const { name, place, askedAt, codes, writable, refused } = turn
  return [
    `${nameOf(turn)}  (waits for a person, asked ${ago(askedAt, now)})`,
    indent(`about: ${placeText(place)}`),
    ...refused.map((each) => indent(`not taken before: ${each}`)),
    ...(folder === null ? [] : [indent(`work in: ${folder}`)]),
    indent(`change: ${writable.length === 0 ? 'nothing' : writable.join(' ')}`),
    indent(`codes: ${codes.join(' ')}`),
    indent(`read: sigma answer ${name}`),
    indent(`answer: sigma answer ${name} <code> "what was done"`),
  ].join('\n')
}
