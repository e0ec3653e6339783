import type { Invariant } from '@sigma/protocol'
import type { ProjectState } from './state.ts'

export const invariants: readonly Invariant<ProjectState>[] = [
  {
    name: 'only what was planned is built, and only what was built is reviewed',
    holds: (state) =>
      (state.kind !== 'tdd' || state.planned !== null) && (state.kind !== 'review' || state.built !== null),
  },
  {
    name: 'after the design there is always a module that is worked on',
    holds: (state) =>
      state.kind === 'over' ||
      state.kind === 'design' ||
      (state.kind === 'deciding' && state.back === 'design') ||
      state.modules[state.at] !== undefined,
  },
]
