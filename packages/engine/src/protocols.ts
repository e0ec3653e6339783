import { tdd, tddBudgets } from '@sigma/protocol'
import { type Registered, registered } from './registered.ts'

/** The protocols that come with Sigma. */
export const knownProtocols: readonly Registered[] = [
  registered(tdd, {
    budgets: tddBudgets,
    guarded: ({ project }) => project.guarded,
    subject: ({ module }) => module,
  }),
]
