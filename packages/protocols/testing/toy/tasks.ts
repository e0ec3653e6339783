import type { ToldTask } from '@sigma/engine'

export const letterTasks: readonly ToldTask[] = [
  {
    type: 'write',
    role: 'writer',
    phases: ['Write'],
    codes: ['PC'],
    writes: 'source',
    template: { name: 'letter-write', about: 'a letter', needs: ['wishes'] },
  },
  {
    type: 'read',
    role: 'reader',
    phases: ['Read'],
    codes: ['PA', 'NR'],
    writes: 'nothing',
    template: { name: 'letter-read', about: 'whether a letter is understood', needs: [] },
  },
]
