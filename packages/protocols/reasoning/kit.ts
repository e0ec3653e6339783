/** What reasoning brings: see `Kit`. */
import { type About, aboutNothing, type Kit, kit, type Standing } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { ownSettings } from './commands/settings.ts'
import { budgetsOf, type ReasoningInput } from './machine/input.ts'
import { routing } from './machine/places.ts'
import { reasoning } from './machine/reasoning.ts'
import { sampleReasoning } from './machine/sample.ts'
import { reasoningTasks } from './tasks.ts'
import { reasoningWords } from './words.ts'

export const reasoningKit: Kit = kit({
  protocol: reasoning,
  about,
  standing,
  words: reasoningWords,
  wholeGates: [],
  gates: null,
  gauntlet: null,
  files: null,
  report: null,
  sample: {
    limits: ['tries'],
    of: ({ tries = 2 }) => jsonOf(sampleReasoning({ router: true, tries })),
  },
  tasks: reasoningTasks,
  templates: async () => (await import('./prompts/index.ts')).templates,
  commands: [
    {
      name: 'route',
      brief: 'Fix the route of a task',
      description:
        'Makes a reasoning session for a task, and fixes its route: by the first rule of the configuration that fits, then by the agent with the role router where routing.by is agent; where neither does a person is asked. Why is kept. Prints the directive to the dispatch.',
      flags: { key: { kind: 'text', brief: 'The same key again is the same session', placeholder: 'key' } },
      does: {
        kind: 'converses',
        takes: [{ brief: 'The task, in quotes', placeholder: 'task' }],
        begin: async () => (await import('./commands/route.ts')).begin,
        load: async () => (await import('./commands/route.ts')).routed,
      },
    },
  ],
  stage: null,
  settings: ownSettings,
  example: null,
})

function about(input: ReasoningInput): About {
  const { router } = input
  return {
    ...aboutNothing,
    base: router?.base ?? null,
    templates: router?.prompts ?? [],
    budgets: budgetsOf(input),
    units: [
      {
        name: routing.unit,
        called: `step ${routing.number} of ${routing.of}`,
        aliases: [String(routing.number), routing.name],
        within: 'reasoning',
      },
    ],
  }
}

const stateSchema = z.object({ kind: z.string(), route: z.string().nullish() })

/** Null: it cannot be read. */
function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  const step =
    data.kind === 'over' ? (data.route ?? 'aborted') : `step ${routing.number} of ${routing.of}: ${data.kind}`
  return { step, progress: null, working: [] }
}
