/** What a board brings: see `Kit`. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { ownSettings } from './commands/settings.ts'
import { board } from './machine/board.ts'
import { type BoardInput, budgetsOf } from './machine/input.ts'
import { smallBoard } from './machine/sample.ts'
import { standing } from './standing.ts'
import { boardTasks } from './tasks.ts'
import { boardWords } from './words.ts'

export const boardKit: Kit = kit({
  protocol: board,
  about,
  standing,
  words: boardWords,
  wholeGates: [],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: null,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: null,
  sample: {
    limits: ['activeTasks', 'depth', 'messages', 'phases', 'agentsPerPhase', 'nudges', 'respawns', 'asks'],
    of: (limits) => jsonOf(smallBoard(limits)),
  },
  tasks: boardTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [],
  stage: null,
  settings: ownSettings,
  example: null,
})

function about({ base, guarded, prompts, ...input }: BoardInput): About {
  return {
    subject: 'board',
    base,
    documents: [],
    templates: prompts,
    guarded,
    budgets: budgetsOf(input),
    project: null,
    units: [],
  }
}
