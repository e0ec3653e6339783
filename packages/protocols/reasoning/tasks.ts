/** What reasoning asks of an agent, where one is to choose. */
import type { ToldTask } from '@sigma/engine'
import { fixed, routerRole, unfit } from './machine/routing-by-agent.ts'

/** A project whose routes are fixed by rules and people needs no agent for it. */
export const reasoningTasks: readonly ToldTask[] = [
  {
    type: 'route',
    role: routerRole,
    phases: ['STEP'],
    codes: [fixed, unfit],
    writes: 'nothing',
    template: { name: 'router-route', about: 'the route of a task', needs: ['routed', 'routes'] },
    optional: true,
  },
]
