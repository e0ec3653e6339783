/** What a board brings: see `Kit`. */
import { type About, type Kit, kit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { boardCommands } from './commands/index.ts'
import { configFile } from './commands/set-up.ts'
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
  commands: boardCommands,
  live: {
    subject: 'board',
    needs: { path: configFile, command: 'pm init' },
    roles: ['owner'],
    begins: 'pm task "description"',
    begin: async () => (await import('./commands/begin.ts')).begin,
    views: async () => (await import('./live.ts')).openMinutes,
  },
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
