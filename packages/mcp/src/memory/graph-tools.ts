/**
 * The graph as the tools of the public memory server of MCP: their names, arguments and results, so that a client can have one for
 * the other. Beside them stands `cursor`, for answers that are too large to be sent at once.
 */
import { createHash } from 'node:crypto'
import { SigmaError } from '@sigma/engine'
import type { Graph, Page } from '@sigma/memory'
import { isJsonObject, type JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import type { Tool, ToolAnswer, ToolHints } from '../tool.ts'
import { Turns } from './turns.ts'

const text = (what: string) => z.string().describe(what)

const entity = z.object({
  name: text('The name of the entity'),
  entityType: text('The type of the entity'),
  observations: z.array(z.string()).describe('What is known of it: one fact in each'),
})
const relation = z.object({
  from: text('The name of the entity where the relation starts'),
  to: text('The name of the entity where the relation ends'),
  relationType: text('What relates them, in active voice'),
})
const cursor = z
  .string()
  .optional()
  .describe('The nextCursor of the answer before, where there was more than could be sent at once')
const page = z.object({
  entities: z.array(entity),
  relations: z.array(relation),
  nextCursor: z.string().optional().describe('There is more: ask again with this as cursor'),
})
const done = z.object({ success: z.boolean(), message: z.string() })

export function graphTools(graph: () => Graph): readonly Tool[] {
  const tool = toolsIn(new Turns())
  return [
    tool({
      name: 'create_entities',
      description: 'Create multiple new entities in the knowledge graph. One whose name exists stays as it is.',
      takes: z.object({ entities: z.array(entity) }),
      gives: z.object({ entities: z.array(entity) }),
      hints: adds,
      does: ({ entities }, by) => {
        const created = graph().createEntities(entities, by)
        return { text: shown(created), structured: { entities: created } }
      },
    }),
    tool({
      name: 'create_relations',
      description:
        'Create multiple new relations between entities in the knowledge graph. Relations should be in active voice',
      takes: z.object({ relations: z.array(relation) }),
      gives: z.object({ relations: z.array(relation) }),
      hints: adds,
      does: ({ relations }, by) => {
        const created = graph().createRelations(relations, by)
        return { text: shown(created), structured: { relations: created } }
      },
    }),
    tool({
      name: 'add_observations',
      description: 'Add new observations to existing entities in the knowledge graph',
      takes: z.object({
        observations: z.array(
          z.object({
            entityName: text('The name of the entity to add the observations to'),
            contents: z.array(z.string()).describe('An array of observation contents to add'),
          }),
        ),
      }),
      gives: z.object({
        results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
      }),
      hints: adds,
      does: ({ observations }, by) => {
        const results = graph().addObservations(observations, by)
        return { text: shown(results), structured: { results } }
      },
    }),
    tool({
      name: 'delete_entities',
      description: 'Delete multiple entities and their associated relations from the knowledge graph',
      takes: z.object({ entityNames: z.array(z.string()).describe('An array of entity names to delete') }),
      gives: done,
      hints: takesAway,
      does: ({ entityNames }) => {
        graph().deleteEntities(entityNames)
        return deleted('Entities')
      },
    }),
    tool({
      name: 'delete_observations',
      description: 'Delete specific observations from entities in the knowledge graph',
      takes: z.object({
        deletions: z.array(
          z.object({
            entityName: text('The name of the entity containing the observations'),
            observations: z.array(z.string()).describe('An array of observations to delete'),
          }),
        ),
      }),
      gives: done,
      hints: takesAway,
      does: ({ deletions }) => {
        graph().deleteObservations(deletions)
        return deleted('Observations')
      },
    }),
    tool({
      name: 'delete_relations',
      description: 'Delete multiple relations from the knowledge graph',
      takes: z.object({ relations: z.array(relation).describe('An array of relations to delete') }),
      gives: done,
      hints: takesAway,
      does: ({ relations }) => {
        graph().deleteRelations(relations)
        return deleted('Relations')
      },
    }),
    tool({
      name: 'read_graph',
      description: 'Read the entire knowledge graph',
      takes: z.object({ cursor }),
      gives: page,
      hints: reads,
      does: ({ cursor: after }) => paged(['read'], after, (from) => graph().read(from)),
    }),
    tool({
      name: 'search_nodes',
      description: 'Search for nodes in the knowledge graph based on a query',
      takes: z.object({
        query: text('The search query to match against entity names, types, and observation content'),
        cursor,
      }),
      gives: page,
      hints: reads,
      does: ({ query, cursor: after }) => paged(['search', query], after, (from) => graph().search(query, from)),
    }),
    tool({
      name: 'open_nodes',
      description: 'Open specific nodes in the knowledge graph by their names',
      takes: z.object({ names: z.array(z.string()).describe('An array of entity names to retrieve'), cursor }),
      gives: page,
      hints: reads,
      does: ({ names, cursor: after }) => paged(['open', ...names], after, (from) => graph().open(names, from)),
    }),
  ]
}

const adds: ToolHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const takesAway: ToolHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
const reads: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

interface Result {
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
}

interface Spec<Given> {
  readonly name: string
  readonly description: string
  readonly takes: z.ZodType<Given>
  readonly gives: z.ZodType
  readonly hints: ToolHints
  readonly does: (given: Given, by: string) => Result
}

const toolsIn =
  (turns: Turns) =>
  <Given>({ name, description, takes, gives, hints, does }: Spec<Given>): Tool => ({
    ...{ name, description, hints },
    inputSchema: schemaOf(takes),
    outputSchema: schemaOf(gives),
    call: async (given, { client }) => {
      const read = takes.safeParse(given)
      if (!read.success) return failed(faultOf(read.error))
      try {
        const { text, structured } = await turns.take(hints.readOnlyHint, () => does(read.data, originOf(client)))
        return { text, isError: false, structured }
      } catch (error) {
        // Hints are commands of people.
        if (error instanceof SigmaError) return failed(error.message)
        throw error
      }
    },
  })

/** What a client calls itself, as the origin of what it writes. */
function originOf(client: string | null): string {
  const plain = (client ?? '').toWellFormed().replace(/[^\p{L}\p{N}._ -]+/gu, '')
  return plain.trim() === '' ? 'mcp' : `mcp:${plain.trim().slice(0, 80)}`
}

const failed = (text: string): ToolAnswer => ({ text, isError: true })

function faultOf({ issues: [issue] }: z.ZodError): string {
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  return `${where}${issue?.message ?? 'it cannot be read'}.`
}

function schemaOf(schema: z.ZodType): JsonObject {
  const json: unknown = z.toJSONSchema(schema, { io: 'input' })
  return isJsonObject(json) ? json : {}
}

const shown = (value: unknown): string => JSON.stringify(value, null, 2)

const deleted = (what: string): Result => {
  const message = `${what} deleted successfully`
  return { text: message, structured: { success: true, message } }
}

/** A cursor goes on with the question that it is of, and with no other. */
function paged(asked: readonly string[], cursor: string | undefined, read: (after?: string) => Page): Result {
  const seal = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 12)
  const [after, of] = cursor?.split('-') ?? []
  const { entities, relations, next } = read(of === undefined || of === seal ? after : 'another')
  const structured = { entities, relations, ...(next !== null && { nextCursor: `${next}-${seal}` }) }
  return { text: shown(structured), structured }
}
