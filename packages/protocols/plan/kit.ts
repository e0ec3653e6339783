/** What the plan loop brings: see `Kit`. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { byRound } from '../writing/session-place.ts'
import { planCommand } from './commands/command.ts'
import { importCommand } from './commands/import-command.ts'
import { ownSettings } from './commands/settings.ts'
import { budgetsOf, type PlanInput } from './machine/input.ts'
import { plan } from './machine/plan.ts'
import { samplePlanInput } from './machine/sample.ts'
import { standing } from './standing.ts'
import { planTasks } from './tasks.ts'
import { planWords } from './words.ts'

export const planKit: Kit = kit({
  protocol: plan,
  about,
  standing,
  words: planWords,
  wholeGates: [],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: null,
  sample: {
    limits: ['rounds', 'reasks', 'crashes', 'asks'],
    of: (limits) => jsonOf(samplePlanInput(limits)),
  },
  tasks: planTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [planCommand, importCommand],
  stage: async () => (await import('./commands/stage.ts')).stage,
  settings: ownSettings,
  example: null,
  sessions: byRound(2),
})

function about({ module, base, design, plan: { path, blob }, guarded, prompts, ...input }: PlanInput): About {
  return {
    subject: module,
    base,
    documents: [{ called: 'design', ...design }, ...(blob === null ? [] : [{ called: 'plan', path, blob }])],
    templates: prompts,
    guarded,
    budgets: budgetsOf(input),
    project: null,
    units: [{ name: 'plan', called: 'the plan', aliases: [], within: '' }],
  }
}
