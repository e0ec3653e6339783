/**
 * What may begin now. All that is due begins here and nowhere else, so that nothing does while the run waits for a person
 * (VAL-20), and the main agent has one fix at a time.
 */
import { checkOf, fixAsk, reportAsk } from './asking.ts'
import { startSpecialist, trigger } from './checking.ts'
import { change, type Draft, specialistIn, tell } from './draft.ts'
import { finish } from './ending.ts'
import { waitsForPerson } from './escalating.ts'
import { failureReport } from './messages/failures.ts'
import { fixRequest } from './messages/fixes.ts'
import { atOf, fixWorkspace, idOf } from './places.ts'
import type { Specialist, Work } from './state.ts'
import { survey } from './surveying.ts'
import { beginOperation, startTimers, stopTimers } from './times.ts'

export function proceed(draft: Draft): void {
  if (draft.instead !== null) return
  if (draft.run.specialists.some(waitsForPerson)) {
    for (const { name } of draft.run.specialists) stopTimers(draft, name)
    openLaying(draft)
    return
  }
  for (const { name } of draft.run.specialists) startTimers(draft, name)
  startNext(draft)
  for (const { name } of draft.run.specialists) openCheck(draft, name)
  openFix(draft)
  if (draft.run.specialists.some(waitsForPerson)) proceed(draft)
  else if (draft.run.specialists.every(isAtRest)) settle(draft)
}

const isBusy = ({ work }: Specialist): boolean => work.kind === 'check' || work.kind === 'report' || work.kind === 'fix'

const isAtRest = (one: Specialist): boolean => !isBusy(one) && !one.due

/** One after the other, or all at once (VAL-02, VAL-04). */
function startNext(draft: Draft): void {
  for (const { name } of draft.run.specialists) {
    if (draft.run.input.order === 'sequence' && draft.run.specialists.some(isBusy)) return
    if (draft.run.specialists.some(waitsForPerson)) return
    if (specialistIn(draft, name).due) startSpecialist(draft, name)
  }
}

function openCheck(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  if (one.work.kind !== 'check' || one.work.open || draft.run.specialists.some(waitsForPerson)) return
  trigger(draft, name)
  if (one.times.operation === null) {
    const isFirst = one.status === 'IN_PROGRESS'
    beginOperation(draft, name, isFirst ? 'validation' : 're-validation', one.times.iterationMs === null)
  }
  draft.effects.push(checkOf(draft, name, one.work.tries))
  change(draft, name, { work: { ...one.work, open: true } })
}

/** One person at a time, and nobody while the main agent is at work there. */
function openLaying(draft: Draft): void {
  const { specialists, head } = draft.run
  if (specialists.some(({ work }) => work.kind === 'by-hand' || (isInWorkspace(work) && work.open))) return
  const next = specialists.find(({ work }) => work.kind === 'laying')
  if (next?.work.kind !== 'laying') return
  change(draft, next.name, { work: { ...next.work, open: true } })
  draft.effects.push({
    kind: 'restore',
    id: idOf(next, 'laying'),
    at: atOf(next, 'laying'),
    workspace: fixWorkspace,
    commit: head,
    for: 'person',
  })
}

const isInWorkspace = (work: Work): work is Extract<Work, { readonly kind: 'report' | 'fix' | 'laying' }> =>
  work.kind === 'report' || work.kind === 'fix' || work.kind === 'laying'

/** The main agent is free, and goes on with what it has begun before it takes the next report. */
function openFix(draft: Draft): void {
  const wanting = draft.run.specialists.filter(({ work }) => work.kind === 'report' || work.kind === 'fix')
  if (wanting.some(({ work }) => 'open' in work && work.open)) return
  const next = wanting.find(({ times }) => times.operation !== null) ?? wanting[0]
  if (next === undefined) return
  const { name, work } = next
  if (work.kind === 'report') {
    tellReport(draft, next)
    if (next.times.operation === null) beginOperation(draft, name, 'fix', true)
    draft.effects.push(reportAsk(draft, name, work.tries))
    change(draft, name, { work: { ...work, open: true } })
  } else if (work.kind === 'fix') {
    tellRequest(draft, next)
    draft.effects.push(fixAsk(draft, name, work.tries))
    change(draft, name, { work: { ...work, open: true } })
  }
}

/** A report that is delivered again is the same message. */
function tellReport(draft: Draft, { name, told }: Specialist): void {
  if (told.report) return
  change(draft, name, { told: { ...told, report: true } })
  tell(draft, failureReport(draft.run.input, specialistIn(draft, name)))
}

function tellRequest(draft: Draft, { name, told, iteration }: Specialist): void {
  const { fixed } = draft.run
  draft.run = { ...draft.run, fixed: { ...fixed, [`${iteration}`]: fixed[`${iteration}`] ?? name } }
  if (told.request) return
  change(draft, name, { told: { ...told, request: true } })
  tell(draft, fixRequest(draft.run, specialistIn(draft, name)))
}

/** All are at rest: what later fixes changed is checked again, before anything is said to be good (VAL-17). */
function settle(draft: Draft): void {
  const { surveyed, head, specialists, input } = draft.run
  const isFinal = specialists.some(({ work }) => work.kind === 'escalated') && input.decides === 'nobody'
  if (surveyed?.commit === head || isFinal) finish(draft)
  else survey(draft)
}
