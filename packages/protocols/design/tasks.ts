/** What the design loop asks of agents, and by which template each is told. `DC` and `DN` are codes of its own. */
import type { ToldTask } from '@sigma/engine'

export const designTasks: readonly ToldTask[] = [
  {
    type: 'explore',
    role: 'designer',
    phases: ['DESIGN'],
    codes: ['DC', 'DN'],
    writes: 'nothing',
    optional: true,
    template: { name: 'designer-explore', about: 'a look at the repository', needs: ['wish'] },
  },
  {
    type: 'design',
    role: 'designer',
    phases: ['DESIGN'],
    codes: ['DC', 'DN'],
    writes: 'nothing',
    optional: true,
    template: { name: 'designer-design', about: 'designs of modules', needs: ['wish'] },
  },
  {
    type: 'audit',
    role: 'critic',
    phases: ['AUDIT'],
    codes: ['ACCEPT', 'REVISE', 'REJECT'],
    writes: 'nothing',
    template: { name: 'critic-audit', about: 'what keeps a design from being built', needs: ['earlier'] },
  },
]
