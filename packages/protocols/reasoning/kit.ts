/** What reasoning brings: see `Kit`. */
import { aboutNothing, type Kit, kit, plainWords, type Standing } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { routes } from '../steps/machine/built-in.ts'
import { ownSettings } from './commands/settings.ts'
import { reasoning } from './machine/reasoning.ts'

export const reasoningKit: Kit = kit({
  protocol: reasoning,
  about: () => aboutNothing,
  standing,
  words: { ...plainWords, unit: { one: 'step', many: 'steps' } },
  wholeGates: [],
  gates: null,
  gauntlet: null,
  files: null,
  report: null,
  sample: {
    limits: [],
    of: () => jsonOf({ task: 'a task', rules: [], otherwise: null, routes, decisionMs: 604_800_000 }),
  },
  tasks: [],
  templates: null,
  commands: [
    {
      name: 'route',
      brief: 'Fix the route of a task',
      description:
        'Makes a reasoning session for a task, and fixes its route by the first rule of the configuration that fits; where none does a person is asked. Why is kept. Prints the directive to the dispatch.',
      flags: {},
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

const stateSchema = z.object({ kind: z.string(), route: z.string().nullish() })

/** Null: it cannot be read. */
function standing(state: JsonObject): Standing | null {
  const { data } = stateSchema.safeParse(state)
  if (data === undefined) return null
  return { step: data.route ?? data.kind, progress: null, working: [] }
}
