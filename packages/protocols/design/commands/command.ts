/** `sigma design [module]`. */
import type { KitCommand } from '@sigma/engine'
import { designedModules } from '../../modules/designed-modules.ts'
import { moduleName } from '../../modules/module-name.ts'
import { whole } from './settings.ts'

export const designCommand: KitCommand = {
  name: 'design',
  brief: 'Have architecture and designs audited',
  description:
    'Has memory-bank/systemPatterns.md audited, then memory-bank/modules/<module>/design.md of each module that it lists, one after another, until each is accepted; without systemPatterns.md the modules alone. What was accepted and has not changed since keeps that. Where an agent has the role designer, it changes what the critic finds fault with, and designs what is missing; otherwise you do, and run it again.',
  flags: {
    memoryBank: { kind: 'text', brief: 'Folder that holds the modules', placeholder: 'dir' },
    rounds: {
      kind: 'number',
      brief: 'Audits of one design until you are asked (the configuration’s)',
      placeholder: 'n',
      least: 1,
      most: 10_000,
    },
  },
  does: {
    kind: 'begins',
    argument: {
      brief: 'Module, e.g. auth; without it all',
      placeholder: 'module',
      read: moduleName,
      propose: designedModules,
      otherwise: whole,
    },
    keeps: { flags: ['rounds'], called: 'the rounds' },
    load: async () => (await import('./begin.ts')).begin,
  },
}
