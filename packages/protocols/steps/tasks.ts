/** What a step protocol asks of agents: those that its skills name, each under a name of its own. */
import { anyRole, type ToldTask } from '@sigma/engine'
import { asks, done } from './machine/invoking.ts'

/** A project that runs no step protocol needs no agent for it. */
export const stepsTasks: readonly ToldTask[] = [
  {
    type: 'work',
    role: anyRole,
    phases: ['STEP'],
    codes: [done, asks],
    writes: 'nothing',
    template: { name: 'step-work', about: 'the part of an agent in a skill', needs: ['work', 'memory'] },
    optional: true,
  },
]
