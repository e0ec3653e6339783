/** What a validation asks of agents, and by which template each is told. */
import { anyRole, type ToldTask } from '@sigma/engine'
import { fixer } from './machine/places.ts'

/** A project that validates nothing needs no agent for it. */
export const validationTasks: readonly ToldTask[] = [
  {
    type: 'acknowledge',
    role: fixer,
    phases: ['FIX'],
    codes: ['AK'],
    writes: 'nothing',
    template: { name: 'fixer-acknowledge', about: 'a failure report to acknowledge', needs: ['failures'] },
    optional: true,
  },
  {
    type: 'fix',
    role: fixer,
    phases: ['FIX'],
    codes: ['FD'],
    writes: 'source',
    template: { name: 'fixer-fix', about: 'a fix of what a specialist found', needs: ['failures'] },
    optional: true,
  },
  {
    type: 'validate',
    role: anyRole,
    phases: ['VALIDATE'],
    codes: ['VP', 'VF'],
    writes: 'nothing',
    template: { name: 'specialist-validate', about: 'a check by an agent', needs: ['specialist'] },
    optional: true,
  },
]
