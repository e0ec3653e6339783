/** Random journeys of a protocol, as the journal would have them. */

import type { FailureCause } from '../effect.ts'
import type { Event, EventBody, Recorded } from '../event.ts'
import { answersTo } from '../explore/answers.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject } from '../json.ts'
import { advance } from '../kernel/advance.ts'
import type { Kernel, Machine } from '../kernel/kernel.ts'
import type { Kinded } from '../protocol.ts'
import { isJsonObject } from '../wire/json-text.ts'
import { started } from './builders.ts'
import { record } from './play.ts'

/** Which of the open effects is answered, and with which of its possible answers; the first is the good one. */
export type Pick = readonly [open: number, answer: number]

export interface Wandering {
  readonly run: string
  readonly picks: readonly Pick[]
  /** Added to everything that an agent or a gate says. */
  readonly words?: string
  /** The data that gates measured. */
  readonly data?: JsonObject
  /** A cause by which nothing fails; absent: by any. */
  readonly without?: FailureCause
}

/** Every event happens a second after the one before. */
export function wander<Input, State extends Kinded>(
  machine: Machine<Input, State>,
  input: Input,
  { run, picks, words = '', data = {}, without }: Wandering,
): readonly Recorded[] {
  const story: Recorded[] = []
  let kernel: Kernel<State> | null = null
  const happen = (event: Event): void => {
    const sequence = story.length + 1
    const { envelope, event: body } = record(machine, event, sequence, kernel)
    const recorded = { envelope: { ...envelope, run, at: timeOf(sequence) }, event: body }
    kernel = advance(machine, kernel, recorded).kernel
    story.push(recorded)
  }
  happen(started(input))
  for (const [which, answer] of picks) {
    const open = Object.values(openOf(kernel))
    const effect = open[which % Math.max(1, open.length)]?.effect
    const answers = effect === undefined ? [] : answersTo(effect).filter((each) => causeOf(each) !== without)
    const body = answers[answer % Math.max(1, answers.length)]
    if (body !== undefined) happen({ ...spoken(body, words, data), tick: story.length, nonce: 'n' })
  }
  return story
}

const causeOf = (event: EventBody): FailureCause | null => (event.kind === 'failed' ? event.cause : null)

function timeOf(second: number): string {
  const two = (number: number): string => `${number % 60}`.padStart(2, '0')
  return `2026-01-01T00:${two(Math.floor(second / 60))}:${two(second)}.000Z`
}

function openOf<State>(kernel: Kernel<State> | null): Kernel<State>['open'] {
  return kernel?.open ?? {}
}

function spoken(body: EventBody, words: string, data: JsonObject): EventBody {
  const said = (findings: readonly Finding[]): readonly Finding[] =>
    findings.map((finding) => ({ ...finding, rule: `${finding.rule}${words}`, message: `${finding.message}${words}` }))
  switch (body.kind) {
    case 'answered':
      return { ...body, message: `${body.message}${words}` }
    case 'failed':
      return { ...body, findings: said(body.findings) }
    case 'judged':
      return {
        ...body,
        findings: said(body.findings),
        data: { ...data, ...(isJsonObject(body.data) ? body.data : {}) },
      }
    default:
      return body
  }
}
