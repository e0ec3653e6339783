import { tdd } from '@sigma/protocol'
import { type Registered, registered } from './registered.ts'

/** The protocols that come with Sigma. */
export const knownProtocols: readonly Registered[] = [
  registered(tdd, {
    asks: ({ limits }) => limits.asks,
    guarded: ({ project }) => project.guarded,
    subject: ({ module }) => module,
  }),
]
