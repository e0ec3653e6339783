/** What step protocols bring: see `Kit`. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { stepsCommands } from './commands/index.ts'
import { ownSettings } from './commands/settings.ts'
import { budgetsOf, type StepsInput } from './machine/input.ts'
import { unitOf } from './machine/places.ts'
import { sampleSession } from './machine/sample.ts'
import { steps } from './machine/steps.ts'
import { standing } from './standing.ts'
import { stepsTasks } from './tasks.ts'
import { stepsWords } from './words.ts'

export const stepsKit: Kit = kit({
  protocol: steps,
  about,
  standing,
  words: stepsWords,
  wholeGates: [],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: null,
  sample: {
    limits: ['route', 'reissues', 'verdicts', 'questions', 'asks'],
    of: (limits) => jsonOf(sampleSession({ reissues: 2, verdicts: 2, questions: 1, ...limits })),
  },
  tasks: stepsTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: stepsCommands,
  stage: null,
  settings: ownSettings,
  foreign: async (premises) => (await import('./skills/foreign-texts.ts')).foreignTexts(premises),
  named: async (premises) => (await import('./skills/agents.ts')).namedPlayers(premises),
  example: null,
  drill: async () => (await import('./commands/drill.ts')).drill,
  defined: async () => (await import('./own/defined.ts')).defined,
})

function about({ definition, base, guarded, prompts, ...input }: StepsInput): About {
  return {
    // There may be any number of sessions at once (EXE-22).
    subject: null,
    base,
    documents: [],
    templates: prompts,
    guarded,
    budgets: budgetsOf(input),
    project: null,
    units: definition.steps.map((step) => ({
      name: unitOf(step),
      called: `step ${step.number}`,
      aliases: [String(step.number), step.name],
      within: definition.route,
    })),
  }
}
