import type { Invariant } from '@sigma/protocol'
import { pathOf } from './places.ts'
import type { DesignState, Loop } from './state.ts'

export const invariants: readonly Invariant<DesignState>[] = [
  { name: 'a round is left', holds: (state) => state.kind === 'over' || state.left >= 1 },
  {
    name: 'only what was checked is audited, and one item at a time',
    holds: (state) => state.kind !== 'auditing' || (state.checked !== null && pathOf(state) === state.checked.path),
  },
  {
    name: 'no module is audited before the architecture is accepted',
    holds: (state) => state.kind !== 'auditing' || state.item.kind !== 'module' || hasArchitecture(state),
  },
  {
    name: 'where no agent designs, none is asked to',
    holds: (state) => (state.kind !== 'designing' && state.kind !== 'exploring') || state.input.designer,
  },
]

const hasArchitecture = ({ input: { architecture }, accepted }: Loop): boolean =>
  architecture.blob === null || accepted.some(({ module }) => module === null)
