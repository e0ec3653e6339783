/** What follows from a person's decision about an escalation (VAL-21, VAL-80 to VAL-82). */
import type { Decided, Restored } from '@sigma/protocol'
import { z } from 'zod'
import { beginCheck } from './checking.ts'
import { change, type Draft, moveTo, orchestrate, specialistIn, tell } from './draft.ts'
import { aborted } from './ending.ts'
import {
  consult,
  consultByHand,
  type OptionName,
  optionNames,
  optionsOf,
  stopEffect,
  waitsForPerson,
} from './escalating.ts'
import { decision } from './messages/escalations.ts'
import type { Escalated, Specialist } from './state.ts'
import { freshTries } from './tries.ts'

const moreSchema = z.object({
  more: z.object({
    iterations: z.int().min(1).max(100).optional(),
    minutes: z.number().positive().max(1440).optional(),
  }),
})

export function decided(draft: Draft, name: string, escalated: Escalated, event: Decided): void {
  const option = optionNames.find((each) => each === event.option) ?? 'abort'
  tellDecision(draft, name, option, event)
  const one = specialistIn(draft, name)
  if (escalated.running !== null) stopEffect(draft, one, escalated.running)
  switch (option) {
    case 'manual':
      change(draft, name, { work: { kind: 'laying', open: false, escalated: { ...escalated, running: null } } })
      return
    case 'skip':
      skip(draft, name, event.by)
      return
    case 'abort':
      aborted(draft, event)
      return
    case 'extend':
      extend(draft, name, escalated, event)
      return
  }
}

function tellDecision(draft: Draft, name: string, option: OptionName | 'fix', { by }: Decided): void {
  const one = specialistIn(draft, name)
  const known = optionsOf({ cause: 'deadlock', reasons: [] }).find((each) => each.name === option)
  const consequence = known?.consequence ?? 'It is fixed by hand, and checked again.'
  tell(draft, decision(draft.run.input, one, { name: option, consequence }, by))
}

/** The workspace is laid, or cannot be: then the decision is to be taken anew. */
export function laid(
  draft: Draft,
  name: string,
  escalated: Escalated,
  event: Pick<Restored, 'kind'> | { readonly kind: 'failed' },
): void {
  if (event.kind === 'restored') {
    change(draft, name, { work: { kind: 'by-hand', escalated } })
    consultByHand(draft, name)
    return
  }
  change(draft, name, { work: escalated })
  consult(draft, name, escalated)
}

const commitSchema = z.object({ commit: z.string().min(1) })

/** The person is done: it is checked again, as an iteration, and after the last one as exactly one more (VAL-80). */
export function fixedByHand(draft: Draft, name: string, event: Decided): void {
  if (event.option === 'skip') {
    tellDecision(draft, name, 'skip', event)
    skip(draft, name, event.by)
    return
  }
  if (event.option === 'abort') {
    aborted(draft, event)
    return
  }
  tellDecision(draft, name, 'fix', event)
  const one = specialistIn(draft, name)
  const commit = commitSchema.safeParse(event.input).data?.commit ?? draft.run.head
  draft.run = { ...draft.run, head: commit }
  change(draft, name, { fixes: [`${event.by} fixed it by hand.`], rows: withFix(one, event.by) })
  moveTo(draft, name, 'RE_CHECKING', 'specialist', `${event.by} fixed it by hand.`)
  goOn(draft)
  beginCheck(draft, name, { raises: true, left: Math.max(1, one.left) })
}

const withFix = ({ rows }: Specialist, by: string): Specialist['rows'] =>
  rows.map((row, at) => (at === rows.length - 1 ? { ...row, fix: `By hand, by ${by}.` } : row))

function skip(draft: Draft, name: string, by: string): void {
  change(draft, name, { outcome: 'skipped', pass: null, work: { kind: 'none' } })
  moveTo(draft, name, 'COMPLETED', 'orchestrator', `${by} skipped it.`)
  goOn(draft)
}

/** More iterations, or minutes, of this specialist alone (VAL-58). */
function extend(draft: Draft, name: string, escalated: Escalated, { input, by }: Decided): void {
  const { iterations, minutes } = moreSchema.safeParse(input).data?.more ?? {}
  const one = specialistIn(draft, name)
  const isOfIterations = escalated.cause === 'max-iterations' || escalated.cause === 'deadlock'
  const given = iterations ?? (isOfIterations ? 1 : 0)
  change(draft, name, {
    left: one.left + given,
    extraMs: one.extraMs + Math.round((minutes ?? 0) * 60_000),
    sets: [],
    work: { kind: 'none' },
  })
  if (escalated.back === 'fix') {
    moveTo(draft, name, 'AWAITING_FIX', 'orchestrator', `${by} extended it.`)
    change(draft, name, { work: { kind: 'report', open: false, tries: freshTries(draft) } })
    goOn(draft)
    return
  }
  moveTo(draft, name, 'RE_CHECKING', 'specialist', `${by} extended it.`)
  goOn(draft)
  beginCheck(draft, name, { raises: escalated.back === 'rerun', left: specialistIn(draft, name).left })
}

/** The run goes on once nobody is waited for any more. */
function goOn(draft: Draft): void {
  if (draft.run.specialists.some(waitsForPerson)) return
  orchestrate(draft, 'IN_PROGRESS', 'It is decided, and the validation goes on.')
}
