/**
 * Demands that were accepted are never lost in silence (SIG-41, SIG-45): where tests were rewritten since RED, the accepted ones
 * run once more, as they were, over the combination. Where they pass, what is demanded no more is told. Where they do not, a
 * person decides: no agent's word takes a demand back.
 */
import type { Baseline, Check, Consult, Decided, Event, Finding, Judged } from '@sigma/protocol'
import { enter, nextSlice } from './barrier.ts'
import { namesOf } from './combination.ts'
import { aborted } from './ending.ts'
import { faultsOf } from './faults.ts'
import type { ChangedDemand, DemandsFound } from './gate-parameters.ts'
import { optionOf } from './options.ts'
import { atDemands, atSliceDecision, isAbout, sliceId } from './places.ts'
import { provingParameters } from './requests.ts'
import { sliceOf } from './slices.ts'
import type { CycleState, Proving, ProvingStand, Slice, TddStep } from './state.ts'
import { asReasons, demandsIn, isLess, tellDemands, withTold } from './telling.ts'

/** Where every cycle has the tests that RED accepted, they were measured all along: nothing more is run. */
export function prove(slice: Slice, merged: Baseline): TddStep {
  if (!slice.isRewritten) return over(slice, merged, [])
  return measure({ kind: 'proving', ...sliceOf(slice), merged, stand: checking })
}

const checking = { kind: 'checking' } as const

/** The trunk moves. */
function over({ run, cycles }: Slice, merged: Baseline, changes: readonly ChangedDemand[]): TddStep {
  const numbers = cycles.map(({ number }) => number)
  const less = changes.filter(isLess).map(({ cycle }) => cycle)
  const lessened = [...run.lessened, ...numbers.filter((number) => less.includes(`C${number}`))]
  return nextSlice({ ...run, trunk: merged, done: [...run.done, ...numbers], lessened })
}

export function proving(state: Proving, event: Event): TddStep {
  const { stand } = state
  const isFor = (what: 'demands.check' | 'demands.decision'): boolean => isAbout(event, sliceId(state, what))
  switch (stand.kind) {
    case 'checking':
      if (!isFor('demands.check')) break
      if (event.kind === 'judged') return judged(state, event)
      if (event.kind === 'failed')
        return decide(state, { kind: 'halted' }, faultsOf(event, 'Remove the cause, then resume.'))
      break
    case 'halted':
      if (!isFor('demands.decision') || event.kind !== 'decided') break
      if (event.option === 'resume') return measure(state)
      if (event.option === 'abort') return aborted(state.run, event)
      break
    case 'deciding':
      if (!isFor('demands.decision') || event.kind !== 'decided') break
      if (event.option === 'accept') return accepted(state, stand, event)
      if (event.option === 'restore') return putBack(state, stand)
      if (event.option === 'abort') return aborted(state.run, event)
      break
  }
  return { state, effects: [] }
}

function measure(state: Proving): TddStep {
  const check: Check = {
    kind: 'check',
    id: sliceId(state, 'demands.check'),
    at: atDemands(state),
    gate: 'demands',
    commit: state.merged.commit,
    parameters: provingParameters(state),
    finds: [kept, ...state.cycles.slice(0, 1).map(({ number }) => lost(`C${number}`))],
  }
  return { state: { ...state, stand: checking }, effects: [check] }
}

const kept: DemandsFound = { failing: [], changes: [] }

function lost(cycle: string): DemandsFound {
  return { failing: [cycle], changes: [{ cycle, file: 'a', test: 'b', how: 'dropped', before: 'c', after: null }] }
}

function judged(state: Proving, { verdict, findings, data, evidence }: Judged): TddStep {
  const found = demandsIn(data)
  const { changes } = found
  const numbers = state.cycles.map(({ number }) => number)
  const among = (names: readonly string[]): readonly number[] =>
    numbers.filter((number) => names.includes(`C${number}`))
  if (verdict === 'pass') {
    const told = among(changes.map(({ cycle }) => cycle))
    return withTold(over(state, state.merged, changes), tellDemands(state.run, told, changes, null))
  }
  const named = among(found.failing)
  const message = 'The accepted tests do not pass.'
  const unsaid: Finding = { rule: `gate-${verdict}`, message, remedy: ways, evidence }
  const reasons = [...(findings.length > 0 ? findings : [unsaid]), ...asReasons(changes)]
  return decide(state, { kind: 'deciding', failing: named.length > 0 ? named : numbers, changes, reasons }, reasons)
}

const ways = 'Look at both versions of the tests, then accept the new ones, or have the accepted ones put back.'

type Asked = Exclude<ProvingStand, { kind: 'checking' }>

function decide(state: Proving, stand: Asked, reasons: readonly Finding[]): TddStep {
  const { limits } = state.run.input
  const isHalted = stand.kind === 'halted'
  const names = isHalted ? namesOf(state) : stand.failing.map((number) => `C${number}`).join(', ')
  const consult: Consult = {
    kind: 'consult',
    id: sliceId(state, 'demands.decision'),
    at: atSliceDecision(state, 'demands'),
    question: isHalted
      ? `${names}: Sigma could not run the tests once more as they were accepted. How should it go on?`
      : `${names}: the tests were changed since RED accepted them, and as they were accepted they do not pass over the finished work. How should it go on?`,
    options: (isHalted ? (['resume', 'abort'] as const) : (['accept', 'restore', 'abort'] as const)).map(optionOf),
    fallback: 'abort',
    expiryMs: isHalted ? null : limits.decisionMs,
    status: isHalted ? 'halted' : 'waiting',
    reasons,
  }
  return { state: { ...state, stand }, effects: [consult] }
}

type Deciding = Extract<ProvingStand, { kind: 'deciding' }>

/** The person's word: these tests are the accepted ones from now on. */
function accepted(state: Proving, { failing, changes }: Deciding, { by }: Decided): TddStep {
  const passing = state.cycles
    .map(({ number }) => number)
    .filter((number) => !failing.includes(number) && changes.some(({ cycle }) => cycle === `C${number}`))
  const told = [...tellDemands(state.run, passing, changes, null), ...tellDemands(state.run, failing, changes, by)]
  return withTold(over(state, state.merged, changes), told)
}

/**
 * The cycles stand at their RED again, tests and source, and GREEN is asked for once more, told why. The others keep their
 * approval, as far as they share no file.
 */
function putBack(state: Proving, { failing, reasons }: Deciding): TddStep {
  const cycles = state.cycles.map((cycle) => (failing.includes(cycle.number) ? backAtRed(cycle, state) : cycle))
  const { rounds } = state.run.input.limits
  return enter('green', { ...state, cycles, round: 0, rounds, outstanding: [] }, reasons)
}

function backAtRed(cycle: CycleState, { run }: Slice): CycleState {
  const { accepted: red } = cycle
  return {
    ...cycle,
    head: red.commit,
    red,
    green: { commit: run.trunk.commit, evidence: null },
    recent: [],
    approvals: [],
    points: { tests: null, implementation: null },
  }
}
