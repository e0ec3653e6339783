/** What the design loop brings: see `Kit`. */
import { type About, type Kit, kit, type Unit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { byRound } from '../writing/session-place.ts'
import { designCommand } from './commands/command.ts'
import { ownSettings } from './commands/settings.ts'
import { design } from './machine/design.ts'
import { budgetsOf, type DesignInput } from './machine/input.ts'
import { sampleDesignInput } from './machine/sample.ts'
import { standing } from './standing.ts'
import { designTasks } from './tasks.ts'
import { designWords } from './words.ts'

export const designKit: Kit = kit({
  protocol: design,
  about,
  standing,
  words: designWords,
  wholeGates: [],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: async () => (await import('./files/index.ts')).designReport,
  sample: {
    limits: ['rounds', 'reasks', 'crashes', 'asks', 'modules'],
    // An agent designs: all that happens without one happens with one as well, but for the end of what fails.
    of: (limits) => jsonOf(sampleDesignInput({ rounds: 2, modules: 1, wish: 'Greet people.', ...limits })),
  },
  tasks: designTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [designCommand],
  stage: async () => (await import('./commands/stage.ts')).stage,
  settings: ownSettings,
  example: null,
  sessions: byRound(1),
})

function about({ subject, base, modules, guarded, prompts, ...input }: DesignInput): About {
  return {
    subject,
    base,
    // Nothing that is to be audited was accepted when the run began, and a person may change it meanwhile.
    documents: [],
    templates: prompts,
    guarded,
    budgets: budgetsOf(input),
    project: null,
    units: [unit('draft', 'the draft'), unit('architecture', 'the architecture'), ...modules.map(moduleUnit)],
  }
}

const unit = (name: string, called: string): Unit => ({ name, called, aliases: [], within: '' })

const moduleUnit = ({ module }: { readonly module: string }): Unit => unit(module, `the module ${module}`)
