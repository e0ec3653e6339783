/** What a person is asked about a turn, and what follows. Who is asked when is a fixed rule (DPTR-118, D14). */

import {
  afreshOption,
  type Consult,
  type Decided,
  type Effect,
  extendOption,
  type Finding,
  type Option,
} from '@sigma/protocol'
import { z } from 'zod'
import { leaveOut } from './barrier.ts'
import { aborted } from './ending.ts'
import { optionOf, type TurnOption } from './options.ts'
import { atDecision, decisionId, openId } from './places.ts'
import { ask, check, restore, stepTo, withCycle, withStand, withTouched, withTurn } from './seats.ts'
import type { Cause, Seat, TddStep, Work } from './state.ts'
import { phaseOf, tasks } from './tasks.ts'

const fourWays = ['fix', 'extend', 'skip', 'abort'] as const

const whenLate = ['extend', 'resume', 'fix', 'skip', 'abort'] as const

const rules: Readonly<
  Record<Cause, { readonly status: Consult['status']; readonly options: readonly TurnOption[]; readonly why: string }>
> = {
  'agent-failed': { status: 'halted', options: ['resume', 'abort'], why: 'the agent failed' },
  late: { status: 'escalated', options: whenLate, why: 'the turn takes too long, and was ended' },
  'engine-failed': { status: 'halted', options: ['resume', 'abort'], why: 'Sigma could not do its own part' },
  blocked: { status: 'waiting', options: fourWays, why: 'the agent says that it is blocked' },
  'asks-spent': { status: 'escalated', options: ['extend', 'abort'], why: 'a budget is spent' },
  'tries-spent': { status: 'escalated', options: fourWays, why: 'every try was refused' },
  'exchanges-spent': {
    status: 'escalated',
    options: fourWays,
    why: 'the exchanges about test issues are spent',
  },
  'declined-twice': {
    status: 'escalated',
    options: fourWays,
    why: 'developer and QA disagree about a test',
  },
}

const fixInput = z.object({ commit: z.string().min(1) })

/** Asks a person about a turn; the other turns go on. */
export function consult(
  seat: Seat,
  cause: Cause,
  reasons: readonly Finding[],
  back: Work = { kind: 'asking' },
): TddStep {
  const deciding = withStand(seat, { kind: 'deciding', cause, back })
  return stepTo(deciding, consultOf(deciding, cause, reasons))
}

function consultOf(seat: Seat, cause: Cause, reasons: readonly Finding[]): Consult {
  const { status, why } = rules[cause]
  const { limits } = seat.state.run.input
  const name = seat.cycle.number === 0 ? 'Phase 0' : `C${seat.cycle.number} ${phaseOf(seat.state.kind, seat.turn.task)}`
  return {
    kind: 'consult',
    id: decisionId(seat),
    at: atDecision(seat),
    question: `${name}, ${tasks[seat.turn.task].role}: ${why}. How should it go on?`,
    options: optionsOf(seat, cause).map((option) => offered(option, cause, reasons)),
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : limits.decisionMs,
    status,
    reasons,
  }
}

function offered(name: TurnOption, cause: Cause, reasons: readonly Finding[]): Option {
  if (name === 'extend' && (cause === 'asks-spent' || cause === 'late')) return extendOption(reasons)
  return name === 'resume' && cause === 'late' ? afreshOption(name) : optionOf(name)
}

/** Phase 0 cannot be left out, and a review has no commit that a person could put right. */
function optionsOf({ state, cycle }: Seat, cause: Cause): readonly TurnOption[] {
  return rules[cause].options.filter((option) => {
    if (option === 'skip') return cycle.number !== 0
    if (option === 'fix') return state.kind !== 'reviewing'
    return true
  })
}

/**
 * What the person chose. Every decision that goes on fills the budgets of this turn up (D14). The kernel lets only an
 * offered option through; any other leaves the question open.
 */
export function decided(seat: Seat, cause: Cause, back: Work, event: Decided): TddStep {
  const option = optionsOf(seat, cause).find((name) => name === event.option)
  switch (option) {
    case 'resume':
    case 'extend':
      return takeUp(filledUp(seat), back)
    case 'fix':
      return fixed(seat, cause, event)
    case 'skip':
      return skip(seat)
    case 'abort':
      return aborted(seat.state.run, event)
    case undefined:
      return { state: seat.state, effects: [] }
  }
}

function takeUp(seat: Seat, back: Work): TddStep {
  switch (back.kind) {
    case 'asking':
      return ask(seat)
    case 'checking':
      return check(seat, back.commit)
    case 'restoring':
      return restore(seat)
  }
}

/** An adjustment that goes on counts as one of the exchanges. */
function filledUp(seat: Seat): Seat {
  const { tries, exchanges: most } = seat.state.run.input.limits
  const { turn, cycle } = seat
  const exchanges = turn.task === 'adjust' ? Math.max(0, most - 1) : most
  const raisedBy = turn.raisedBy && { ...turn.raisedBy, tries }
  const filled = { ...turn, tries, memory: 1, raisedBy }
  return withTurn(withCycle(seat, { ...cycle, exchanges, declines: 2 }), filled)
}

/** A fix without a commit is no fix: the person is asked again. What it changed was not measured: it may be anything. */
function fixed(seat: Seat, cause: Cause, event: Decided): TddStep {
  const input = fixInput.safeParse(event.input)
  if (input.success) {
    const anything = seat.state.cycles.flatMap(({ touched }) => touched)
    return check(withTouched(filledUp(seat), anything), input.data.commit)
  }
  const fault: Finding = {
    rule: 'fix-without-commit',
    message: 'The decision `fix` came without a commit.',
    remedy: 'Give {"commit": "<hash>"}, or choose another option.',
  }
  return stepTo(seat, consultOf(seat, cause, [...seat.turn.refused, fault]))
}

/** Whatever else the cycle has open ends with it. */
function skip(seat: Seat): TddStep {
  const stops = seat.cycle.turns.flatMap((turn): readonly Effect[] => {
    const id = openId({ ...seat, turn })
    return turn === seat.turn || id === null ? [] : [{ kind: 'stop', id, graceMs: 5000 }]
  })
  const next = leaveOut(seat.state, seat.cycle.number)
  return { state: next.state, effects: [...stops, ...next.effects] }
}
