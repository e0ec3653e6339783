/** A specialist checks: the first time, again after a fix, and again when a later fix changed what it had passed on. */
import type { Answered, Failed, Finding, Json, Judged } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { compared, isDeadlock, remembered, setOf } from './comparison.ts'
import { change, type Draft, inputOf, moveTo, specialistIn, tell } from './draft.ts'
import { escalate } from './escalating.ts'
import { fingerprint } from './fingerprint.ts'
import type { Failure } from './found.ts'
import { type Judgement, judgementOf, judgementOfAnswer } from './judging.ts'
import { counted } from './messages/about.ts'
import { failureDetected } from './messages/failures.ts'
import { revalidationResult, revalidationTrigger, success } from './messages/rechecks.ts'
import type { Cause } from './records/bodies.ts'
import type { Specialist } from './state.ts'
import { endOperation } from './times.ts'
import { failedOnce, freshTries, recovered, turnFailed } from './tries.ts'

interface Beginning {
  /** Another iteration begins with it. */
  readonly raises: boolean
  /** Iterations that may still be started, this one included where it raises. */
  readonly left: number
}

/** Makes a check due; it is opened when the run may go on. The one place where an iteration begins (VAL-110). */
export function beginCheck(draft: Draft, name: string, { raises, left }: Beginning): void {
  const one = specialistIn(draft, name)
  const told = { report: false, request: false, trigger: false }
  if (raises) change(draft, name, { iteration: one.iteration + 1, left: left - 1, told })
  change(draft, name, {
    begunAt: one.begunAt ?? draft.tick,
    due: false,
    work: { kind: 'check', open: false, tries: freshTries(draft) },
  })
}

/** The specialist starts, or starts anew since it passed on another tree (VAL-17). */
export function startSpecialist(draft: Draft, name: string): void {
  const { iteration, left } = specialistIn(draft, name)
  const reason = iteration === 0 ? 'It starts.' : 'Later fixes changed what it had passed on: it starts anew.'
  change(draft, name, { status: 'PENDING', pass: null, due: false, failures: [], before: [], fixes: [], sets: [] })
  moveTo(draft, name, 'IN_PROGRESS', 'orchestrator', reason)
  if (left > 0) beginCheck(draft, name, { raises: true, left })
  else escalate(draft, name, ['max-iterations'], [], 'rerun')
}

/** Tells a specialist that it is to check again, once for each iteration. */
export function trigger(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  if (one.iteration < 2 || one.told.trigger) return
  change(draft, name, { told: { ...one.told, trigger: true } })
  tell(draft, revalidationTrigger(draft.run.input, one))
}

export function checkJudged(draft: Draft, name: string, { verdict, data, findings }: Judged): void {
  judged(draft, name, judgementOf(inputOf(draft, name), { verdict, data, findings }))
}

/** An agent specialist has answered: what it lists is data, and an answer without it is none. */
export function checkAnswered(draft: Draft, name: string, { code, data, message }: Answered): void {
  if (failureCodes.includes(code)) {
    failedOnce(draft, name, 'Specialist Failure', [gaveUp(name, code, message)])
    return
  }
  const judgement = judgementOfAnswer(inputOf(draft, name), code, data)
  if (judgement === null) failedOnce(draft, name, 'Invalid Response', [notAsItMustBe(name, code, data)])
  else judged(draft, name, judgement)
}

export const gaveUp = (who: string, code: string, message: string): Finding => ({
  rule: 'gave-up',
  message: `→${code}: ${message}`,
  remedy: `See what keeps ${who} from it.`,
})

const notAsItMustBe = (name: string, code: string, data: Json | undefined): Finding => ({
  rule: 'report-unreadable',
  message: `${name} answered ${code} ${data === undefined ? 'without its failures and what it examined' : 'with data that cannot be read, or that says otherwise'}.`,
  remedy: 'Answer VP without failures, or VF with them; list what was examined.',
})

/** A specialist that could not run: an error of its own, and no failure to fix (VAL-88). */
export const checkFailed = (draft: Draft, name: string, failed: Failed): void =>
  turnFailed(draft, name, failed, 'Specialist Failure')

function judged(draft: Draft, name: string, judgement: Judgement): void {
  if (judgement.kind === 'unjudged') {
    failedOnce(draft, name, 'Specialist Failure', judgement.reasons)
    return
  }
  recovered(draft, name)
  endOperation(draft, name, true)
  if (judgement.kind === 'pass') passed(draft, name, judgement.tree)
  else failed(draft, name, judgement.failures)
}

function passed(draft: Draft, name: string, tree: string | null): void {
  const one = specialistIn(draft, name)
  const { resolved } = compared(one.failures, [])
  change(draft, name, {
    pass: { commit: draft.run.head, tree },
    before: one.failures,
    failures: [],
    persistent: [],
    sets: [],
    rows: [...one.rows, rowOf(one, { failed: 0, resolved: resolved.length, persisting: 0, fresh: 0 })],
    work: { kind: 'none' },
  })
  const { input } = draft.run
  if (one.told.trigger) tell(draft, revalidationResult(input, one, 'PASS'))
  moveTo(draft, name, 'PASS', 'specialist', `${name} found nothing.`)
  tell(draft, success(input, specialistIn(draft, name), draft.tick, nextOf(draft, name)))
}

/** Who checks next; null: nobody is left. */
function nextOf({ run }: Draft, name: string): string | null {
  const at = run.specialists.findIndex((each) => each.name === name)
  return run.specialists.slice(at + 1).find(({ due }) => due)?.name ?? null
}

function failed(draft: Draft, name: string, failures: readonly Failure[]): void {
  const one = specialistIn(draft, name)
  const { resolved, persisting, fresh } = compared(one.failures, failures)
  const numbers = {
    failed: failures.length,
    resolved: resolved.length,
    persisting: persisting.length,
    fresh: fresh.length,
  }
  change(draft, name, {
    before: one.failures,
    failures,
    persistent: stillThere(one.persistent, failures),
    sets: [...one.sets, setOf(failures)].slice(-remembered),
    rows: [...one.rows, rowOf(one, numbers)],
    fixes: [],
    work: { kind: 'none' },
  })
  const now = specialistIn(draft, name)
  if (one.told.trigger) tell(draft, revalidationResult(draft.run.input, now, 'FAIL'))
  else tell(draft, failureDetected(draft.run.input, now))
  moveTo(draft, name, 'FAIL', 'specialist', `${name} found ${counted(failures.length, 'failure')}.`)
  const [cause, ...others] = causesOf(now)
  if (cause !== undefined) {
    escalate(draft, name, [cause, ...others], [])
    return
  }
  moveTo(draft, name, 'AWAITING_FIX', 'orchestrator', 'The failures are reported to the main agent.')
  change(draft, name, { work: { kind: 'report', open: false, tries: freshTries(draft) } })
}

/** In the order in which they count (VAL-76). */
function causesOf({ left, sets }: Specialist): readonly Cause[] {
  return [...(left === 0 ? (['max-iterations'] as const) : []), ...(isDeadlock(sets) ? (['deadlock'] as const) : [])]
}

function stillThere(before: readonly Failure[] | null, now: readonly Failure[]): readonly Failure[] {
  if (before === null) return now
  const prints = new Set(now.map(fingerprint))
  return before.filter((failure) => prints.has(fingerprint(failure)))
}

type Numbers = Pick<Specialist['rows'][number], 'failed' | 'resolved' | 'persisting' | 'fresh'>

const rowOf = ({ iteration }: Specialist, numbers: Numbers): Specialist['rows'][number] => ({
  iteration,
  ...numbers,
  fix: '',
  files: [],
  unchanged: false,
})
