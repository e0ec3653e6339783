/** What a validation brings: see `Kit`. */
import { type About, type Kit, kit, registered } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { validateCommand } from './commands/command.ts'
import { commandsIn, ownSettings } from './commands/settings.ts'
import { budgetsOf, type ValidationInput } from './machine/input.ts'
import { sampleValidationInput } from './machine/sample.ts'
import { validation } from './machine/validation.ts'
import { standing } from './standing.ts'
import { validationTasks } from './tasks.ts'
import { validationWords } from './words.ts'

export const validationKit: Kit = kit({
  protocol: validation,
  about,
  standing,
  words: validationWords,
  wholeGates: ['survey'],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  findings: async () => (await import('./findings/findings.ts')).findsBy(registered(validation, about)),
  log: async () => (await import('./files/run-log.ts')).writesLog(registered(validation, about)),
  report: null,
  sample: {
    limits: ['specialists', 'iterations', 'deliveries', 'reasks', 'errors', 'asks'],
    // Small where nothing is said: what holds at the usual limits is a matter of properties.
    of: (limits) =>
      jsonOf(sampleValidationInput({ specialists: 1, iterations: 3, deliveries: 2, reasks: 1, errors: 1, ...limits })),
  },
  tasks: validationTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [validateCommand],
  stage: null,
  settings: ownSettings,
  starts: commandsIn,
  example: null,
})

function about({
  feature,
  commit,
  project,
  prompts,
  specialists,
  decides,
  snapshot,
  ...input
}: ValidationInput): About {
  return {
    subject: feature,
    ...(decides === 'nobody' && { isReport: true as const }),
    base: commit,
    ...(snapshot === true && { isSnapshot: true as const }),
    documents: [],
    templates: prompts,
    guarded: project.guarded,
    budgets: budgetsOf(input),
    project: null,
    units: specialists.map(({ name }) => ({ name, called: `the specialist ${name}`, aliases: [], within: '' })),
  }
}
