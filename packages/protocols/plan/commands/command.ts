/** `sigma plan <module>`. */
import type { KitCommand } from '@sigma/engine'
import { acceptFlag } from '../../modules/acceptance.ts'
import { designedModules } from '../../modules/designed-modules.ts'
import { moduleName } from '../../modules/module-name.ts'

export const planCommand: KitCommand = {
  name: 'plan',
  brief: 'Have a module planned, from its design',
  description:
    'Has memory-bank/modules/<module>/tdd_plan.md written from design.md: one plans, Sigma checks the plan, another criticizes it, until it is accepted. A plan that lies there is kept: it is checked, and goes to the critic as it is. The result is the branch sigma/<run>.',
  flags: {
    memoryBank: { kind: 'text', brief: 'Folder that holds the modules', placeholder: 'dir' },
    overwrite: { kind: 'boolean', brief: 'Have a new plan written where one lies already' },
    rounds: {
      kind: 'number',
      brief: 'Rounds until you are asked (the configuration’s)',
      placeholder: 'n',
      least: 1,
      most: 10_000,
    },
    accept: acceptFlag,
  },
  does: {
    kind: 'begins',
    argument: { brief: 'Module, e.g. auth', placeholder: 'module', read: moduleName, propose: designedModules },
    keeps: { flags: ['rounds', 'overwrite'], called: 'the rounds, and whether the old plan is kept' },
    load: async () => (await import('./begin.ts')).begin,
  },
}
