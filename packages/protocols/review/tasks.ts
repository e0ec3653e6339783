/** What a review asks of agents, and by which template each is told. */
import type { ToldTask } from '@sigma/engine'

export const reviewTasks: readonly ToldTask[] = [
  {
    type: 'review',
    role: 'reviewer',
    phases: ['REVIEW'],
    codes: ['VC', 'DF', 'QP', 'QF'],
    writes: 'nothing',
    template: { name: 'reviewer-review', about: 'a built module', needs: ['found'] },
  },
]
