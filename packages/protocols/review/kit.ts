/** What a review brings: see `Kit`. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { reviewCommand } from './commands/command.ts'
import { budgetsOf, type ReviewInput } from './machine/input.ts'
import { review } from './machine/review.ts'
import { sampleReviewInput } from './machine/sample.ts'
import { standing } from './standing.ts'
import { reviewTasks } from './tasks.ts'
import { reviewWords } from './words.ts'

export const reviewKit: Kit = kit({
  protocol: review,
  about,
  standing,
  words: reviewWords,
  wholeGates: [],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: async () => (await import('./files/index.ts')).reviewReport,
  sample: {
    limits: ['reasks', 'crashes', 'asks'],
    of: (limits) => jsonOf(sampleReviewInput(limits)),
  },
  tasks: reviewTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [reviewCommand],
  stage: async () => (await import('./commands/stage.ts')).stage,
  settings: { top: {}, limits: {} },
  example: null,
})

function about({ module, commit, design, plan, project, prompts, ...input }: ReviewInput): About {
  return {
    subject: module,
    base: commit,
    documents: [
      { called: 'design', ...design },
      { called: 'plan', ...plan },
    ],
    templates: prompts,
    guarded: project.guarded,
    budgets: budgetsOf(input),
    project: null,
    units: [{ name: 'review', called: 'the review', aliases: [], within: '' }],
  }
}
