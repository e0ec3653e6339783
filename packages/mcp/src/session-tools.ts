/**
 * The memory of a dialogue as tools of a turn, by the names, arguments and results of the public reference memory server
 * (DPTR-33, DPTR-34). The seed's own form of arguments is taken as well. Which session is meant the turn knows: whoever names
 * another is refused, and nothing comes to be.
 */
import { SigmaError } from '@sigma/engine'
import type { Entity, TurnMemory } from '@sigma/memory'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { entitiesSchema, graphSchema, resultsSchema, said } from './session-tool-texts.ts'
import type { Tool, ToolAnswer } from './tool.ts'

const texts = z.array(z.string()).readonly()
const entity = z.strictObject({ name: z.string(), entityType: z.string(), observations: texts.optional() })
const entities = z.union([z.strictObject({ entities: z.array(entity).min(1) }), entity])
const storing = z.strictObject({ entityName: z.string(), contents: texts })
const observations = z.union([z.strictObject({ observations: z.array(storing).min(1) }), storing])
const query = z.strictObject({ query: z.string() })
const names = z.strictObject({ names: texts })

export function sessionTools(memory: TurnMemory): readonly Tool[] {
  return [
    tool('create_entities', entitiesSchema, entities, (given) => {
      const all = 'entities' in given ? given.entities : [given]
      // Whoever names another session among its own gets nothing at all.
      memory.read(all.map(({ name }) => name))
      const found = all.map(({ name, entityType }) => memory.init(name, entityType))
      return { said: found, structured: { entities: found } }
    }),
    tool('add_observations', resultsSchema, observations, (given) => {
      const all = 'observations' in given ? given.observations : [given]
      memory.read(all.map(({ entityName }) => entityName))
      const added = memory.store(
        memory.session,
        all.flatMap(({ contents }) => contents),
      )
      const results = [{ entityName: memory.session, addedObservations: added }]
      return { said: results, structured: { results } }
    }),
    tool('search_nodes', graphSchema, query, (given) => graphOf(memory.query(given.query))),
    tool('open_nodes', graphSchema, names, (given) => graphOf(memory.read(given.names))),
  ]
}

interface Given {
  /** As the reference server has it in the text. */
  readonly said: unknown
  readonly structured: object
}

function graphOf(found: Entity | null): Given {
  const graph = { entities: found === null ? [] : [found], relations: [] }
  return { said: graph, structured: graph }
}

function tool<Asked>(
  name: keyof typeof said,
  outputSchema: JsonObject,
  schema: z.ZodType<Asked>,
  play: (asked: Asked) => Given,
): Tool {
  return {
    name,
    ...said[name],
    outputSchema,
    call: (given): ToolAnswer => {
      const read = schema.safeParse(given)
      if (!read.success) return refusal('unreadable', z.prettifyError(read.error), `Call ${name} as its schema says.`)
      try {
        const { said: text, structured } = play(read.data)
        return { text: JSON.stringify(text, null, 2), isError: false, structured: jsonOf(structured) as JsonObject }
      } catch (error) {
        if (error instanceof SigmaError) return refusal(error.code, error.message, error.hint ?? '')
        throw error
      }
    },
  }
}

/** By the code that the wire has for errors of the memory (DPTR-36). */
function refusal(rule: string, message: string, remedy: string): ToolAnswer {
  return { text: JSON.stringify({ code: 'ME', rule, message, remedy }), isError: true }
}
