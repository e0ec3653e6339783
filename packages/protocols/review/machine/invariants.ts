import type { Invariant } from '@sigma/protocol'
import type { ReviewState } from './state.ts'

export const invariants: readonly Invariant<ReviewState>[] = [
  {
    name: 'nobody reviews what Sigma could not judge',
    holds: (state) => state.kind !== 'reviewing' || state.judged.verdict !== 'unknown',
  },
  { name: 'asks are left or spent', holds: (state) => state.kind === 'over' || state.left >= 0 },
]
