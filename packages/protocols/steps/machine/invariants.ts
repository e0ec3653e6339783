import type { Invariant } from '@sigma/protocol'
import { stepOf } from './definition.ts'
import { invocationsIn, mayInvoke, type StepsState } from './state.ts'
import { numberOf, wayName, waysFrom } from './ways.ts'

const open = (holds: (state: Exclude<StepsState, { kind: 'over' }>) => boolean) => (state: StepsState) =>
  state.kind === 'over' || holds(state)

export const invariants: readonly Invariant<StepsState>[] = [
  {
    name: 'agents work in the invoking step alone',
    holds: open((state) => state.kind !== 'invoking' || mayInvoke(state)),
  },
  { name: 'every completed step has its output', holds: ({ path, outputs }) => outputs.length === path.length },
  { name: 'no step beyond the last', holds: ({ at, input }) => at <= input.definition.steps.length + 1 },
  { name: 'each step follows by a way of the one before', holds: isWalk },
  {
    name: 'no loop is taken more often than it may be',
    holds: ({ turns, input: { definition } }) =>
      definition.steps.every((step) =>
        waysFrom(definition, step).every((way) => (turns[wayName(step, way)] ?? 0) <= (way.times ?? 0)),
      ),
  },
  {
    name: 'nobody has finished who was not to work',
    holds: (state) => state.memories.length - state.before <= invocationsIn(state).length,
  },
  {
    name: 'the protocol completes only after its last step',
    holds: (state) =>
      state.kind !== 'over' || state.outcome === 'aborted' || state.at === state.input.definition.steps.length + 1,
  },
  {
    name: 'limits are left or a person is asked',
    holds: open(({ kind, left }) => kind === 'asking' || (left.reissues > 0 && left.verdicts > 0)),
  },
]

/** Every step of the path, and the one that is due, is one to which the step before it leads. */
function isWalk({ path, at, input: { definition } }: StepsState): boolean {
  const walked = [...path, at]
  return walked.every((number, index) => {
    const step = stepOf(definition, walked[index - 1] ?? 0)
    if (step === null) return index === 0 && number === 1
    return waysFrom(definition, step).some(({ to, after }) =>
      [to, after].some((state) => state !== null && numberOf(definition, state) === number),
    )
  })
}
