/** An escalation and its decision, as messages (VAL-40, VAL-73). */
import type { Finding, Option } from '@sigma/protocol'
import type { ValidationInput } from '../input.ts'
import { type Cause, reasons } from '../records/bodies.ts'
import type { Wording } from '../records/record.ts'
import { hoursMinutesAndSeconds } from '../records/times.ts'
import type { Specialist } from '../state.ts'
import { aboutOf, entryOf } from './about.ts'
import { mainAgent, mainOrchestrator, orchestrator, user } from './names.ts'

/** What a specialist or a delivery could not do is for whoever looks after the machinery (VAL-73, VAL-84). */
const forMachinery: ReadonlySet<Cause> = new Set(['specialist-error', 'communication'])

const goesTo = (cause: Cause): string => (forMachinery.has(cause) ? mainOrchestrator : user)

export interface Escalating {
  readonly cause: Cause
  readonly others: readonly Cause[]
  readonly notes: readonly Finding[]
  readonly options: readonly Option[]
  readonly tick: number
}

export function escalation(
  input: ValidationInput,
  one: Specialist,
  { cause, others, notes, options, tick }: Escalating,
): Wording<'escalation'> {
  return {
    kind: 'escalation',
    stem: `ESC-${input.issue.number}-${one.name}`,
    timed: true,
    header: { from: orchestrator, to: `${mainAgent} / User`, priority: 'Critical' },
    body: {
      ...aboutOf(input, one),
      cause,
      others,
      elapsed: hoursMinutesAndSeconds(tick - (one.begunAt ?? tick)),
      notes: notes.map(({ rule, message, remedy }) => `${rule}: ${message} ${remedy}`),
      persistent: one.persistent ?? [],
      rows: one.rows,
      options: options.map(({ name, consequence }) => ({ name, consequence })),
    },
    entry: entryOf(one, {
      sender: orchestrator,
      recipient: goesTo(cause),
      what: 'Escalation',
      summary: `${one.name}: ${reasons[cause].text}.`,
    }),
  }
}

export function decision(
  input: ValidationInput,
  one: Specialist,
  { name, consequence }: Pick<Option, 'name' | 'consequence'>,
  by: string,
): Wording<'decision'> {
  return {
    kind: 'decision',
    stem: `DECISION-${input.issue.number}-${one.iteration}`,
    timed: true,
    header: { from: user, to: orchestrator, priority: 'High' },
    body: { ...aboutOf(input, one), option: name, by, consequence },
    entry: entryOf(one, { sender: user, recipient: orchestrator, what: 'Decision', summary: `${by} chose ${name}.` }),
  }
}
