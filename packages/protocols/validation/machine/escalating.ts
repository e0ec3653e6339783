/** What cannot be settled is reported, the run pauses, and a person decides (VAL-19, VAL-79). */
import { type Consult, extendOption, type Finding, type JsonObject, type Option, type Stop } from '@sigma/protocol'
import { change, type Draft, limitsOf, moveTo, orchestrate, specialistIn, tell } from './draft.ts'
import { fingerprint } from './fingerprint.ts'
import type { Failure } from './found.ts'
import { escalation } from './messages/escalations.ts'
import { atOf, idOf } from './places.ts'
import { type Cause, reasons as causeReasons } from './records/bodies.ts'
import type { Escalated, Specialist, Work } from './state.ts'
import { stopTimers } from './times.ts'

export const optionNames = ['manual', 'skip', 'abort', 'extend'] as const
export type OptionName = (typeof optionNames)[number]

const ofIterations: ReadonlySet<Cause> = new Set(['max-iterations', 'deadlock'])

/** `causes`: the first is the reason, the others hold beside it (VAL-76). One escalation follows, whatever there are (VAL-68). */
export function escalate(
  draft: Draft,
  name: string,
  [cause, ...others]: readonly [Cause, ...Cause[]],
  reasons: readonly Finding[],
  back?: Escalated['back'],
): void {
  const before = specialistIn(draft, name)
  const running = stopLate(draft, before, cause)
  stopTimers(draft, name)
  const escalated: Escalated = {
    kind: 'escalated',
    cause,
    reasons,
    back: back ?? backOf(before),
    running,
    late: null,
    isFinal: draft.run.input.decides === 'nobody',
  }
  const options = optionsOf(escalated)
  change(draft, name, { times: { since: null, operation: null, iterationMs: null } })
  const notes = notesOf(before, reasons)
  tell(draft, escalation(draft.run.input, before, { cause, others, notes, options, tick: draft.tick }))
  moveTo(draft, name, 'ESCALATED', 'orchestrator', `${causeReasons[cause].text}.`)
  change(draft, name, { work: escalated })
  if (escalated.isFinal) return
  orchestrate(draft, 'ESCALATED', `${name} is escalated: ${causeReasons[cause].text}.`)
  consult(draft, name, escalated)
}

/** What runs is stopped, unless it is late and set to be left (VAL-72). */
function stopLate(draft: Draft, one: Specialist, cause: Cause): Escalated['running'] {
  const { work } = one
  if (!('open' in work) || !work.open || work.kind === 'laying') return null
  if (cause === 'timeout' && draft.run.input.late === 'leave') return work.kind
  stopEffect(draft, one, work.kind)
  return null
}

const stopGraceMs = 10_000

export function stopEffect(draft: Draft, one: Specialist, part: 'check' | 'report' | 'fix'): void {
  const stop: Stop = { kind: 'stop', id: idOf(one, part), graceMs: stopGraceMs }
  draft.effects.push(stop)
}

/** A check that did not come to an end is taken up again as it was; what failed is fixed. */
const backOf = ({ work }: Specialist): Escalated['back'] => (work.kind === 'check' ? 'check' : 'fix')

/** Puts the question anew, with all that is known by now. */
export function consultAgain(draft: Draft, name: string, escalated: Escalated): void {
  if (escalated.isFinal) return
  draft.effects.push({ kind: 'stop', id: idOf({ name }, 'decision'), graceMs: 0 })
  consult(draft, name, escalated)
}

export function consult(draft: Draft, name: string, escalated: Escalated): void {
  const one = specialistIn(draft, name)
  const { text, means } = causeReasons[escalated.cause]
  const question: Consult = {
    kind: 'consult',
    id: idOf(one, 'decision'),
    at: atOf(one, 'decision'),
    question: `${name}: ${text} (iteration ${one.iteration}/${one.iteration + one.left}). ${means} How should the validation go on?`,
    options: optionsOf(escalated),
    fallback: 'abort',
    expiryMs: limitsOf(draft).decisionMs,
    status: 'escalated',
    reasons: reasonsOf(one, escalated),
  }
  draft.effects.push(question)
}

const mostReasons = 20

/** What the person has at hand: what happened, what came late (VAL-67), and what still fails. Others' words follow a colon (T34). */
function reasonsOf(one: Specialist, { reasons, late }: Escalated): readonly Finding[] {
  const came: Finding = {
    rule: 'late-result',
    message: `It came to its end after the escalation: ${late}`,
    remedy: 'Decide knowing it; by itself it changes nothing.',
    units: [one.name],
  }
  return [...(late === null ? [] : [came]), ...reasons, ...stillFailing(one, one.failures)]
}

function stillFailing({ name: specialist }: Specialist, failures: readonly Failure[]): readonly Finding[] {
  return failures.slice(0, mostReasons).map(({ kind, file, name, message }) => ({
    rule: 'still-fails',
    message: `${specialist} found: ${kind} ${name}${file === '' ? '' : ` in ${file}`}: ${message}`,
    remedy: `Fix what ${specialist} found.`,
    units: [specialist],
  }))
}

/** What the message tells beside the failures that were there in every iteration: those that came since. */
function notesOf(one: Specialist, reasons: readonly Finding[]): readonly Finding[] {
  const persistent = new Set((one.persistent ?? []).map(fingerprint))
  const others = one.failures.filter((failure) => !persistent.has(fingerprint(failure)))
  return [...reasons, ...stillFailing(one, others)]
}

const amounts: JsonObject = {
  type: 'object',
  properties: {
    iterations: { type: 'integer', minimum: 1, maximum: 100 },
    minutes: { type: 'number', exclusiveMinimum: 0, maximum: 1440 },
  },
  minProperties: 1,
  additionalProperties: false,
}
const more: JsonObject = {
  anyOf: [{ type: 'null' }, { type: 'object', properties: { more: amounts }, required: ['more'] }],
  examples: [null],
}

export function optionsOf({ cause, reasons }: Pick<Escalated, 'cause' | 'reasons'>): readonly Option[] {
  const extend: Option = ofIterations.has(cause)
    ? {
        name: 'extend',
        consequence:
          'There is one iteration more, or as many as you say: --more iterations=<number>; they may come to nothing as well.',
        input: more,
      }
    : {
        name: 'extend',
        consequence:
          'The same is tried again, with as many minutes more as you say: --more minutes=<number>; it may take as long again.',
        input: more,
      }
  return [
    {
      name: 'manual',
      consequence: 'You fix it by hand, and it is checked again; what you change is judged like any other fix.',
      input: null,
    },
    {
      name: 'skip',
      consequence: 'The specialist is left out: what it found stays, and the run can only end with skipped checks.',
      input: null,
    },
    { name: 'abort', consequence: 'The run ends here, and nothing is delivered.', input: null },
    cause === 'budget-spent' ? extendOption(reasons) : extend,
  ]
}

export function consultByHand(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  draft.effects.push({
    kind: 'consult',
    id: idOf(one, 'by-hand'),
    at: atOf(one, 'by-hand'),
    question: `${name}: the workspace is yours. Is it fixed?`,
    options: [
      {
        name: 'fix',
        consequence: 'What you changed in the workspace is checked again, as an iteration.',
        input: {
          type: 'object',
          properties: {
            commit: { type: 'string', minLength: 1, description: 'A commit that Sigma took in from the workspace.' },
          },
          required: ['commit'],
          examples: [{ commit: 'e'.repeat(40) }],
        },
      },
      ...optionsOf({ cause: 'deadlock', reasons: [] }).filter(({ name: own }) => own === 'skip' || own === 'abort'),
    ],
    fallback: 'abort',
    expiryMs: limitsOf(draft).decisionMs,
    status: 'waiting',
    reasons: [],
  })
}

/** Whether the specialist waits for a person, and the run with it (VAL-20). */
export const waitsForPerson = ({ work }: { readonly work: Work }): boolean =>
  (work.kind === 'escalated' && !work.isFinal) || work.kind === 'laying' || work.kind === 'by-hand'
