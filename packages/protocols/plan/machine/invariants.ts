import type { Invariant } from '@sigma/protocol'
import type { PlanState } from './state.ts'

export const invariants: readonly Invariant<PlanState>[] = [
  { name: 'a round is left', holds: (state) => state.kind === 'over' || state.left >= 1 },
  {
    name: 'only a plan that was checked is criticized',
    holds: (state) => state.kind !== 'criticizing' || state.checked !== null,
  },
  {
    name: 'nobody disagrees in round 0',
    holds: (state) => state.kind === 'over' || state.objection === null || state.round > 0,
  },
]
