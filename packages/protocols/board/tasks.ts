/** What a board asks of agents, and by which template each is told. */
import { anyRole, type ToldTask } from '@sigma/engine'

/** Leaves, waits: the codes of whoever is in a room. */
const codes: readonly string[] = ['LV', 'WT']

/** A project that opens no rooms needs no agent for them. */
export const boardTasks: readonly ToldTask[] = [
  {
    type: 'own',
    role: 'owner',
    phases: ['OWN'],
    codes,
    writes: 'source',
    template: { name: 'board-owner', about: 'a task driven to its end', needs: ['task'] },
    optional: true,
  },
  {
    type: 'discuss',
    role: anyRole,
    phases: ['DISCUSS'],
    codes,
    writes: 'nothing',
    template: {
      name: 'board-role',
      about: 'one perspective in one phase',
      needs: ['phase-kind', 'perspective', 'phase-rules'],
    },
    optional: true,
  },
]
