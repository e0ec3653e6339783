/** `sigma import <file or folder>`. */
import type { KitCommand } from '@sigma/engine'

export const importCommand: KitCommand = {
  name: 'import',
  brief: 'Make plans of tasks of Spec Kit, BMAD, Beads or DPTR',
  description:
    'Makes plans of modules of what another tool has listed: a tasks.md of Spec Kit, stories of BMAD, issues of Beads; and takes designs and plans of a memory bank of DPTR as they are. Which it is, is recognized. What is not taken, and what a plan still lacks, is told in a line each. Nothing is written over.',
  flags: {
    from: { kind: 'text', brief: 'spec-kit, bmad, beads or dptr (what is recognized)', placeholder: 'kind' },
    module: { kind: 'text', brief: 'Name of the module (that of the folder)', placeholder: 'module' },
    dryRun: { kind: 'boolean', brief: 'Only show what would be written' },
  },
  does: {
    kind: 'converses',
    takes: [{ brief: 'File or folder of the other tool', placeholder: 'path' }],
    load: async () => (await import('./import.ts')).importTasks,
  },
}
