/** What the project protocol brings: see `Kit`. It is the one protocol that is about others: its stages are their runs. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { projectCommands } from './commands/commands.ts'
import type { ProjectInput } from './machine/input.ts'
import { project } from './machine/project.ts'
import { sampleProjectInput } from './machine/sample.ts'
import { standing } from './standing.ts'

/** `stages`: the kits of design, plan, tdd and review. */
export const projectKit = (stages: readonly Kit[]): Kit =>
  kit({
    protocol: project,
    about,
    plays: stages,
    standing,
    words: {
      unit: { one: 'module', many: 'modules' },
      measurement: () => ({ instead: null, measured: '', warnings: [] }),
      shown: [],
      compared: [],
      regressions: [],
    },
    wholeGates: [],
    gates: null,
    gauntlet: null,
    files: null,
    report: null,
    sample: {
      limits: ['modules'],
      of: (limits) => jsonOf(sampleProjectInput({ modules: limits['modules'] })),
    },
    tasks: [],
    templates: null,
    commands: projectCommands(stages),
    stage: null,
    settings: { top: {}, limits: {} },
    example: null,
  })

function about({ subject, base, modules, guarded }: ProjectInput): About {
  return {
    subject,
    base,
    documents: modules.map(({ design }) => ({ called: 'design', ...design })),
    templates: [],
    guarded,
    budgets: [],
    project: null,
    units: modules.map(({ module }) => ({ name: module, called: `the module ${module}`, aliases: [], within: '' })),
  }
}
