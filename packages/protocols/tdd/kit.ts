/** What the TDD loop brings: see `Kit`. */
import { type About, type Kit, kit, type Limits, type Unit } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { byPhase } from '../writing/session-place.ts'
import { tddCommand } from './commands/command.ts'
import { example } from './commands/example.ts'
import { ownSettings } from './commands/settings.ts'
import { budgetsOf, type TddInput } from './machine/input.ts'
import { type SampleTdd, sampleTddInput } from './machine/sample.ts'
import { tasks } from './machine/tasks.ts'
import { tdd } from './machine/tdd.ts'
import { standing } from './standing.ts'
import { taskRows } from './task-rows.ts'
import { tddWords } from './words.ts'

export const tddKit: Kit = kit({
  protocol: tdd,
  about,
  standing,
  words: tddWords,
  wholeGates: ['phase0', 'combined'],
  gates: async () => (await import('./gates/index.ts')).gateKit,
  gauntlet: async () => (await import('./gauntlet/index.ts')).gauntletKit,
  files: async () => (await import('./files/index.ts')).archiveOf,
  report: async () => (await import('./files/index.ts')).moduleReport,
  sample: {
    limits: ['rounds', 'tries', 'exchanges', 'reasks', 'crashes', 'asks', 'cycles', 'parallel'],
    of: (limits) => jsonOf(sampleTddInput(sampleOf(limits))),
  },
  tasks: taskRows,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [tddCommand],
  stage: async () => (await import('./commands/stage.ts')).stage,
  settings: ownSettings,
  example,
  sessions: byPhase,
})

function about(input: TddInput): About {
  const { module, base, design, plan, prompts, project } = input
  return {
    subject: module,
    base,
    documents: [
      { called: 'design', ...design },
      { called: 'plan', ...plan },
    ],
    templates: prompts,
    guarded: project.guarded,
    budgets: budgetsOf(input),
    project,
    units: unitsOf(input),
  }
}

function unitsOf({ cycles, batches }: TddInput): readonly Unit[] {
  const withinOf = (number: number): string => {
    const at = batches.findIndex((batch) => batch.cycles.includes(number))
    return at < 0 ? '' : `batch ${at + 1} of ${batches.length}`
  }
  const preparing = { name: tasks.phase0.label, called: 'Phase 0', aliases: ['phase 0'], within: '' }
  const numbered = cycles.map(({ id }, at) => ({
    name: `C${at + 1}`,
    called: `cycle ${at + 1}`,
    // A number that is the id of some cycle means that one.
    aliases: [id, ...(cycles.some((other) => other.id === `${at + 1}`) ? [] : [`${at + 1}`])],
    within: withinOf(at + 1),
  }))
  return [preparing, ...numbered]
}

/** One batch stands for all, with a branch to land on. */
function sampleOf({ cycles, parallel, ...limits }: Limits): SampleTdd {
  return {
    target: 'refs/heads/main',
    together: true,
    ...limits,
    ...(cycles !== undefined && { batches: [cycles] }),
    ...((parallel === 1 || parallel === 2 || parallel === 3) && { parallel }),
  }
}
