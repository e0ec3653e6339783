/** What the plan loop asks of agents, and by which template each is told. */
import type { ToldTask } from '@sigma/engine'

export const planTasks: readonly ToldTask[] = [
  {
    type: 'plan',
    role: 'spec',
    phases: ['PLAN'],
    codes: ['PC', 'PR', 'DG'],
    writes: 'nothing',
    template: { name: 'spec-plan', about: 'a plan of test-first cycles', needs: [] },
  },
  {
    type: 'critique',
    role: 'critic',
    phases: ['CRITIQUE'],
    codes: ['PA', 'NR', 'EN', 'DA'],
    writes: 'nothing',
    template: { name: 'critic-plan', about: 'what keeps a plan from being built', needs: ['objection'] },
  },
]
