/** `sigma tdd <module>`. */
import type { Flag, KitCommand } from '@sigma/engine'
import { acceptFlag } from '../../modules/acceptance.ts'
import { moduleName } from '../../modules/module-name.ts'
import { plannedModules } from '../../modules/planned-modules.ts'

const covers = (what: string): Flag => ({
  kind: 'percent',
  brief: `Least coverage of ${what}, in percent`,
  placeholder: 'percent',
})

export const tddCommand: KitCommand = {
  name: 'tdd',
  brief: 'Build a module test first, from its design and plan',
  description:
    'Builds a module test first, from memory-bank/modules/<module>/design.md and tdd_plan.md. A design and plan written by you count as accepted by you. The result is the branch sigma/<run>; your index, branches and files stay as they are, but for Sigma’s part of activeContext.md and progress.md in the memory bank.',
  flags: {
    memoryBank: { kind: 'text', brief: 'Folder that holds the modules', placeholder: 'dir' },
    parallel: {
      kind: 'number',
      brief: 'Cycles side by side where the plan does not say (1 to 3)',
      placeholder: 'n',
      least: 1,
      most: 3,
    },
    covLines: covers('lines'),
    covFuncs: covers('functions'),
    covBranches: covers('branches'),
    covStatements: covers('statements'),
    out: {
      kind: 'text',
      brief: 'Folder for the cycles’ work directories, instead of .claude-collective/sigma',
      placeholder: 'dir',
    },
    accept: acceptFlag,
  },
  does: {
    kind: 'begins',
    argument: { brief: 'Module, e.g. auth', placeholder: 'module', read: moduleName, propose: plannedModules },
    keeps: {
      flags: ['parallel', 'covLines', 'covFuncs', 'covBranches', 'covStatements'],
      called: 'the coverage and the order of cycles',
    },
    load: async () => (await import('./begin.ts')).begin,
  },
}
