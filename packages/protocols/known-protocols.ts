import { type Registered, registered } from '@sigma/engine'
import { budgetsOf as tddBudgets } from './tdd/machine/input.ts'
import { tdd } from './tdd/machine/tdd.ts'

/** The protocols that come with Sigma. */
export const knownProtocols: readonly Registered[] = [
  registered(tdd, {
    budgets: tddBudgets,
    guarded: ({ project }) => project.guarded,
    subject: ({ module }) => module,
  }),
]
