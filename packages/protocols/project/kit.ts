/** What the project protocol brings: see `Kit`. It is the one protocol that is about others: its stages are their runs. */
import { type About, type Kit, kit, plainWords } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { projectCommands } from './commands/commands.ts'
import { ownSettings } from './commands/settings.ts'
import type { ProjectInput } from './machine/input.ts'
import { project } from './machine/project.ts'
import { sampleProjectInput } from './machine/sample.ts'
import { standing } from './standing.ts'

/** `stages`: the kits of design, plan, tdd and review. */
export const projectKit = (stages: readonly Kit[]): Kit => {
  const building = stages.find(({ name }) => name === 'tdd')
  return kit({
    protocol: project,
    about,
    plays: stages,
    standing,
    words: {
      unit: { one: 'module', many: 'modules' },
      measurement: (building?.words ?? plainWords).measurement,
      shown: [],
      compared: [],
      regressions: [],
    },
    wholeGates: ['joint'],
    // Whoever measures the work of a stage measures it together with that of others.
    gates: building?.gates ?? null,
    gauntlet: null,
    files: null,
    report: null,
    sample: {
      limits: ['modules', 'free', 'atOnce', 'returns'],
      of: ({ modules, free, atOnce, returns }) => jsonOf(sampleProjectInput({ modules, free, atOnce, returns })),
    },
    tasks: [],
    templates: null,
    commands: projectCommands(stages),
    stage: null,
    settings: ownSettings,
    example: null,
  })
}

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
