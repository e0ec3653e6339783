import type { Invariant } from '@sigma/protocol'
import { invocationsIn, mayInvoke, type StepsState } from './state.ts'

const open = (holds: (state: Exclude<StepsState, { kind: 'over' }>) => boolean) => (state: StepsState) =>
  state.kind === 'over' || holds(state)

export const invariants: readonly Invariant<StepsState>[] = [
  {
    name: 'agents work in the invoking step alone',
    holds: open((state) => state.kind !== 'invoking' || mayInvoke(state)),
  },
  { name: 'every completed step has its output', holds: ({ done, outputs }) => outputs.length === done },
  { name: 'no step beyond the last', holds: ({ done, input }) => done <= input.definition.steps.length },
  {
    name: 'nobody has finished who was not to work',
    holds: (state) => state.memories.length <= invocationsIn(state).length,
  },
  {
    name: 'the protocol completes only after its last step',
    holds: (state) =>
      state.kind !== 'over' || state.outcome === 'aborted' || state.done === state.input.definition.steps.length,
  },
  {
    name: 'limits are left or a person is asked',
    holds: open(({ kind, left }) => kind === 'asking' || (left.reissues > 0 && left.verdicts > 0)),
  },
]
