/**
 * A run while one event is worked in: it never leaves this folder. What it shares with the state before is replaced, never
 * changed in place.
 */
import type { Effect, Event } from '@sigma/protocol'
import type { SpecialistInput, ValidationInput } from './input.ts'
import { orchestratorChange, statusChange } from './messages/status.ts'
import { type RecordKind, toldOf, type Wording } from './records/record.ts'
import type { Run, Specialist, ValidationStep } from './state.ts'
import { move, type Party, type Status } from './status.ts'

export interface Draft {
  readonly tick: number
  readonly effects: Effect[]
  run: Run
  /** Set where the run ends, surveys or halts with this event; null: it goes on working. */
  instead: ValidationStep['state'] | null
}

export const draftOf = (run: Run, { tick }: Pick<Event, 'tick'>): Draft => ({ tick, effects: [], run, instead: null })

export function stepOf({ run, effects, instead }: Draft): ValidationStep {
  return { state: instead ?? { ...runOf(run), kind: 'working' }, effects }
}

/** Without what only one kind of state has. */
export function runOf({ input, head, surveyed, surveys, orchestrator, specialists, fixed }: Run): Run {
  return { input, head, surveyed, surveys, orchestrator, specialists, fixed }
}

/** The name is that of a specialist of the run. */
export function specialistIn({ run }: Pick<Draft, 'run'>, name: string): Specialist {
  const found = run.specialists.find((each) => each.name === name)
  if (found === undefined) throw new RangeError(`The run has no specialist ${name}.`)
  return found
}

export function inputOf({ run }: Pick<Draft, 'run'>, name: string): SpecialistInput {
  const found = run.input.specialists.find((each) => each.name === name)
  if (found === undefined) throw new RangeError(`The run has no specialist ${name}.`)
  return found
}

export const limitsOf = ({ run }: Pick<Draft, 'run'>): ValidationInput['limits'] => run.input.limits

export function change(draft: Draft, name: string, changed: Partial<Specialist>): void {
  const specialists = draft.run.specialists.map((each) => (each.name === name ? { ...each, ...changed } : each))
  draft.run = { ...draft.run, specialists }
}

/** Sends a message: it is recorded with whatever else the event brings about (VAL-106). */
export function tell<Kind extends RecordKind>(draft: Draft, wording: Wording<Kind>): void {
  draft.effects.push({ kind: 'tell', message: { type: wording.kind, data: toldOf(wording) } })
}

/** Type of the note that tells of a transition that was refused; none ever comes. */
export const refusedTransition = 'refused-transition'

/** Changes a specialist's status and tells of it; what the table does not have changes nothing (VAL-48, VAL-51). */
export function moveTo(draft: Draft, name: string, to: Status, by: Party, reason: string): void {
  const before = specialistIn(draft, name)
  const moved = move(before.status, to, by)
  if (moved.kind === 'refused') {
    draft.effects.push({
      kind: 'tell',
      message: { type: refusedTransition, data: { specialist: name, rule: moved.rule, message: moved.reason } },
    })
    return
  }
  change(draft, name, { status: moved.status })
  tell(draft, statusChange(before, moved.status, reason))
}

/** The orchestrator's own status, which the specialists' say. */
export function orchestrate(draft: Draft, to: Status, reason: string): void {
  const { orchestrator } = draft.run
  if (orchestrator === to) return
  draft.run = { ...draft.run, orchestrator: to }
  tell(draft, orchestratorChange(orchestrator, to, reason))
}
