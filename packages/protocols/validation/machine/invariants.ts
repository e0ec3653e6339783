import type { Invariant } from '@sigma/protocol'
import { waitsForPerson } from './escalating.ts'
import type { Specialist, ValidationState } from './state.ts'
import type { Status } from './status.ts'

const each = (name: string, holds: (one: Specialist) => boolean): Invariant<ValidationState> => ({
  name,
  holds: (state) => state.kind === 'over' || state.specialists.every(holds),
})

/** Statuses in which a specialist may be while this is done about it. */
const during: Readonly<Record<Specialist['work']['kind'], readonly Status[]>> = {
  none: ['PENDING', 'PASS', 'COMPLETED'],
  check: ['IN_PROGRESS', 'RE_CHECKING'],
  report: ['AWAITING_FIX'],
  fix: ['FIXING'],
  escalated: ['ESCALATED'],
  laying: ['ESCALATED'],
  'by-hand': ['ESCALATED'],
}

export const invariants: readonly Invariant<ValidationState>[] = [
  each('iterations are left or spent', ({ left }) => left >= 0),
  each('the status is that of what is done', ({ work, status }) => during[work.kind].includes(status)),
  each('nothing is fixed without an iteration left for its check', ({ work, left }) => {
    return (work.kind !== 'report' && work.kind !== 'fix') || left > 0
  }),
  each('what waits for a fix has failed', ({ work, failures }) => {
    return (work.kind !== 'report' && work.kind !== 'fix') || failures.length > 0
  }),
  {
    name: 'the main agent has one turn at a time',
    holds: (state) =>
      state.kind === 'over' ||
      state.specialists.filter(({ work }) => (work.kind === 'report' || work.kind === 'fix') && work.open).length <= 1,
  },
  {
    name: 'no timer counts while a person is waited for',
    holds: (state) =>
      state.kind === 'over' ||
      !state.specialists.some(waitsForPerson) ||
      state.specialists.every(({ times }) => times.since === null),
  },
]
