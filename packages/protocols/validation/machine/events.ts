/** Which event is about what, and what it brings about. */
import type { Event } from '@sigma/protocol'
import { checkAnswered, checkFailed, checkJudged } from './checking.ts'
import { decided, fixedByHand, laid } from './deciding.ts'
import { change, type Draft, tell } from './draft.ts'
import { consultAgain, escalate } from './escalating.ts'
import { fixAnswered, fixerFailed, reportAnswered } from './fixing.ts'
import { lateResult } from './messages/lateness.ts'
import { haltedId, idOf, type Part, surveyId } from './places.ts'
import { proceed } from './proceeding.ts'
import type { Escalated, Specialist, ValidationState } from './state.ts'
import { haltDecided, surveyFailed, surveyJudged } from './surveying.ts'
import { elapsedTimer, remind } from './times.ts'
import { isTrying } from './tries.ts'

type Open = Exclude<ValidationState, { readonly kind: 'over' }>

/** False: the event is about nothing that is open here. */
export function happened(draft: Draft, state: Open, event: Event): boolean {
  if (!('id' in event)) return false
  if (event.id === surveyId) {
    if (!surveyed(draft, event)) return false
    proceed(draft)
    return true
  }
  if (event.id === haltedId) {
    if (state.kind !== 'halted' || event.kind !== 'decided') return false
    haltDecided(draft, state.reasons, event)
    return true
  }
  const [one, part] = meant(draft, event.id) ?? []
  if (one === undefined || part === undefined || !handled(draft, one, part, event)) return false
  proceed(draft)
  return true
}

function surveyed(draft: Draft, event: Event): boolean {
  if (event.kind === 'judged') surveyJudged(draft, event)
  else if (event.kind === 'failed') surveyFailed(draft, event)
  else return false
  return true
}

const parts: readonly Part[] = ['check', 'report', 'fix', 'time', 'iteration', 'decision', 'laying', 'by-hand']

function meant({ run }: Draft, id: string): readonly [Specialist, Part] | null {
  for (const one of run.specialists) for (const part of parts) if (idOf(one, part) === id) return [one, part]
  return null
}

function handled(draft: Draft, one: Specialist, part: Part, event: Event): boolean {
  switch (part) {
    case 'check':
    case 'report':
    case 'fix':
      return worked(draft, one, part, event)
    case 'time':
    case 'iteration':
      return event.kind === 'elapsed' && elapsed(draft, one, part)
    case 'decision':
      if (event.kind !== 'decided' || one.work.kind !== 'escalated') return false
      decided(draft, one.name, one.work, event)
      return true
    case 'laying':
      if (one.work.kind !== 'laying' || (event.kind !== 'restored' && event.kind !== 'failed')) return false
      laid(draft, one.name, one.work.escalated, event)
      return true
    case 'by-hand':
      if (one.work.kind !== 'by-hand' || event.kind !== 'decided') return false
      fixedByHand(draft, one.name, event)
      return true
  }
}

type Doing = 'check' | 'report' | 'fix'

function worked(draft: Draft, one: Specialist, part: Doing, event: Event): boolean {
  const { name, work } = one
  if (work.kind === 'escalated') return cameLate(draft, one, work, part, event)
  if (!isTrying(work) || work.kind !== part) return false
  change(draft, name, { work: { ...work, open: false } })
  switch (event.kind) {
    case 'judged':
      checkJudged(draft, name, event)
      return true
    case 'answered':
      if (part === 'check') checkAnswered(draft, name, event)
      else if (part === 'report') reportAnswered(draft, name, event)
      else fixAnswered(draft, name, event)
      return true
    case 'failed':
      if (part === 'check') checkFailed(draft, name, event)
      else fixerFailed(draft, name, event)
      return true
    default:
      return false
  }
}

/** It was left running: its end is kept for whoever decides, and resumes nothing (VAL-67). */
function cameLate(draft: Draft, one: Specialist, escalated: Escalated, part: Doing, event: Event): boolean {
  if (escalated.running !== part) return false
  const late = wordsOf(event)
  const operation = part !== 'check' ? 'fix' : one.rows.length === 0 ? 'validation' : 're-validation'
  tell(draft, lateResult(draft.run.input, one, operation, late))
  const known: Escalated = { ...escalated, running: null, late }
  change(draft, one.name, { work: known })
  consultAgain(draft, one.name, known)
  return true
}

function wordsOf(event: Event): string {
  switch (event.kind) {
    case 'judged':
      return [event.verdict, ...event.findings.map(({ message }) => message)].join('\n')
    case 'answered':
      return `→[${event.code}, ${event.message}]`
    case 'failed':
      return [event.cause, ...event.findings.map(({ message }) => message)].join('\n')
    default:
      return event.kind
  }
}

function elapsed(draft: Draft, one: Specialist, part: 'time' | 'iteration'): boolean {
  const { name, times } = one
  if (times.operation === null) return false
  if (part === 'time' && !times.operation.reminded) {
    remind(draft, name)
    return true
  }
  elapsedTimer(draft, name, part)
  escalate(draft, name, ['timeout'], [])
  return true
}
