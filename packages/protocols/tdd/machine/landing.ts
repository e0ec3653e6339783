/**
 * The end of a run whose branch may have moved meanwhile: look where it stands, carry the work over to there, run
 * everything on the result, and only then end. Where that does not work a person decides; whatever they choose, or
 * nobody, the accepted work is still there. A branch that is gone, or was set back, is nothing to carry work over to.
 */

import type { At, Check, Conflicted, Consult, Event, Failed, Finding, Judged } from '@sigma/protocol'
import { baseFoundSchema, sampleBases, subjectLine } from '@sigma/protocol'
import { aborted, finish } from './ending.ts'
import { faultsOf, finding } from './faults.ts'
import type { BaseParameters } from './gate-parameters.ts'
import { optionOf } from './options.ts'
import { isAbout } from './places.ts'
import { isOfChecks, withChecks } from './project-checks.ts'
import { landedParameters } from './requests.ts'
import type { Landing, Run, TddStep } from './state.ts'
import { withOldFailures, withTold } from './telling.ts'

/** Of the branch that the run was begun on. */
const at = (part?: 'look' | 'integrate' | 'check'): At => ({ step: 'base', ...(part !== undefined && { part }) })

const ids = { look: 'base.look', carry: 'base.integrate', check: 'base.check', decision: 'base.decision' } as const

/** Ends a run that has no branch to land on, or nothing to deliver, at once. */
export function land(run: Run): TddStep {
  const { target } = run.input
  return target === undefined || run.done.length === 0 ? finish(run) : look(run, target)
}

export function landing(state: Landing, event: Event): TddStep {
  const { run, stand } = state
  switch (stand.kind) {
    case 'looking':
      if (isAbout(event, ids.look) && event.kind === 'judged') return looked(run, event)
      if (isAbout(event, ids.look) && event.kind === 'failed') return broke(run, event)
      break
    case 'carrying':
      if (!isAbout(event, ids.carry)) break
      if (event.kind === 'integrated') return measure(run, stand.head, event.commit)
      if (event.kind === 'conflicted') return decide(run, 'waiting', [conflictWith(run, stand.head, event)])
      if (event.kind === 'failed') return broke(run, event)
      break
    case 'checking':
      if (!isAbout(event, ids.check)) break
      if (event.kind === 'judged') return judged(run, stand, event)
      if (event.kind === 'failed') return broke(run, event)
      break
    case 'deciding':
      if (!isAbout(event, ids.decision) || event.kind !== 'decided') break
      if (event.option === 'again') return land(run)
      if (event.option === 'keep')
        return finish(run, `${nameOf(run)} has moved; the work stands on what it began from.`)
      if (event.option === 'abort') return aborted(run, event)
      break
  }
  return { state, effects: [] }
}

/** `main`, for people. */
function nameOf({ input }: Run): string {
  return input.target?.replace(/^refs\/heads\//, '') ?? ''
}

function look(run: Run, target: string): TddStep {
  const parameters = { target, from: run.input.base } satisfies BaseParameters
  const { commit } = run.trunk
  const check: Check = {
    kind: 'check',
    id: ids.look,
    at: at('look'),
    gate: 'base',
    commit,
    parameters,
    finds: sampleBases,
  }
  return { state: { kind: 'landing', run, stand: { kind: 'looking' } }, effects: [check] }
}

function looked(run: Run, { verdict, data, findings, evidence }: Judged): TddStep {
  const found = baseFoundSchema.safeParse(data)
  if (verdict !== 'pass' || !found.success) {
    const message = `Where ${nameOf(run)} stands could not be told.`
    const unseen = { rule: 'base-unknown', message, remedy: 'Put the repository right, then try again.', evidence }
    return decide(run, 'waiting', findings.length > 0 ? findings : [unseen])
  }
  switch (found.data.stands) {
    case 'still':
      return finish(run)
    case 'gone':
      return finish(run, `${nameOf(run)} is gone; the work stands on what it began from.`)
    case 'elsewhere':
      return finish(run, `${nameOf(run)} was set to another history; the work stands on what it began from.`)
    case 'ahead':
      return carry(run, found.data.head)
  }
}

function carry(run: Run, head: string): TddStep {
  const { base, module } = run.input
  return {
    state: { kind: 'landing', run, stand: { kind: 'carrying', head } },
    effects: [
      {
        kind: 'integrate',
        id: ids.carry,
        at: at('integrate'),
        branches: [{ name: 'the work', commit: run.trunk.commit }],
        message: subjectLine('Carry over', module, `to ${nameOf(run)}`),
        onto: { name: nameOf(run), commit: head, from: base },
      },
    ],
  }
}

function measure(run: Run, head: string, commit: string): TddStep {
  const parameters = landedParameters(run, head)
  const check: Check = { kind: 'check', id: ids.check, at: at('check'), gate: 'combined', commit, parameters }
  return { state: { kind: 'landing', run, stand: { kind: 'checking', head, commit } }, effects: [check] }
}

function judged(
  run: Run,
  { head, commit }: { readonly head: string; readonly commit: string },
  { verdict, evidence, findings, data }: Judged,
): TddStep {
  const where = `${nameOf(run)} at ${head.slice(0, 10)}`
  if (verdict === 'pass') {
    const { run: checked, told } = withChecks(withOldFailures(run, data), data)
    const landed = { ...checked, trunk: { commit, evidence }, onto: head }
    return withTold(finish(landed, `Carried over to ${where}, and everything run again there.`), told)
  }
  const isOfTests = findings.length === 0 || !findings.every(isOfChecks)
  const what = isOfTests ? 'The test suite does not pass' : "The project's own checks fail"
  const message = `${what} on the work carried over to ${where}.`
  const remedy = `Put ${nameOf(run)} right and try again, or keep the work where it is.`
  return decide(run, 'waiting', [{ rule: 'carried-run-failed', message, remedy, evidence }, ...findings])
}

function conflictWith(run: Run, head: string, { files, evidence }: Conflicted): Finding {
  const message = `The work and ${nameOf(run)} at ${head.slice(0, 10)} changed the same places: ${files.join(', ')}.`
  const remedy = 'Keep the work where it is, and merge its branch by hand.'
  return finding({ rule: 'conflict', message, remedy }, evidence)
}

/** Nothing is decided by itself until a person has looked. */
function broke(run: Run, failed: Failed): TddStep {
  return decide(run, 'halted', faultsOf(failed, 'Remove the cause, then try again.'))
}

function decide(run: Run, status: Consult['status'], reasons: readonly Finding[]): TddStep {
  const { session, limits } = run.input
  const consult: Consult = {
    kind: 'consult',
    id: ids.decision,
    at: { ...at(), session },
    question: `${nameOf(run)} has moved since the run began, and the work could not be carried over to it. How should it go on?`,
    options: [optionOf('keep'), optionOf('again'), optionOf('abort')],
    fallback: 'keep',
    expiryMs: status === 'halted' ? null : limits.decisionMs,
    status,
    reasons,
  }
  return { state: { kind: 'landing', run, stand: { kind: 'deciding' } }, effects: [consult] }
}
