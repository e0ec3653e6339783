/** What the memory shows to clients of MCP: its tools, the graph as a resource, and two prompts. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { SigmaError } from '@sigma/engine'
import type { Graph } from '@sigma/memory'
import { offer } from '../offered-tools.ts'
import { graphTools } from './graph-tools.ts'
import { promptNamed, prompts } from './prompts.ts'

export interface MemorySpec {
  /** Fails with a SigmaError where the memory cannot be opened; asked anew for each call. */
  readonly graph: () => Graph
  readonly version: string
}

const graphAddress = 'memory://knowledge-graph'
const addressOfPage = /^memory:\/\/knowledge-graph(?:\?cursor=([\w]+))?$/

/** How often it is looked whether another process wrote, while a client wants to know. */
const lookMs = 500

export function memoryServer({ graph, version }: MemorySpec): Server {
  const server = new Server(
    { name: 'sigma-memory', version },
    { capabilities: { tools: {}, resources: { subscribe: true }, prompts: {} } },
  )
  const watched = watching(graph, (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined))
  server.onclose = watched.stop
  offer(server, graphTools(graph), ({ hints }) => {
    if (hints?.readOnlyHint !== true) watched.look()
  })

  server.setRequestHandler('resources/list', () => ({
    resources: [
      {
        uri: graphAddress,
        name: 'knowledge-graph',
        title: 'Knowledge Graph',
        description: 'All entities and relations; where there are too many for one answer, their first page',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${graphAddress}{?cursor}`,
        name: 'knowledge-graph-page',
        description: 'A further page of the graph: its cursor is the nextCursor of the page before',
        mimeType: 'application/json',
      },
    ],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [known, after] = addressOfPage.exec(uri) ?? []
    if (known === undefined) throw unknownAddress(uri)
    const { entities, relations, next } = asked(() => graph().read(after))
    const text = JSON.stringify({ entities, relations, ...(next !== null && { nextCursor: next }) }, null, 2)
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  })
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    // As the public server takes any address; of others there is never anything to tell.
    if (uri === graphAddress) watched.begin(uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    if (uri === graphAddress) watched.stop()
    return {}
  })

  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ say: _say, ...prompt }) => prompt) }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const lacks = promptNamed(name)?.arguments.find((each) => each.required && (given[each.name] ?? '') === '')
    if (lacks !== undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The prompt ${name} needs ${lacks.name}: ${lacks.description}.`,
      )
    const text = asked(() => promptNamed(name)?.say(given, graph()) ?? null)
    if (text === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 100)} here.`)
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
  return server
}

const unknownAddress = (uri: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${uri.slice(0, 200)} here.`)

function asked<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message)
  }
}

/** Tells of changes by any process, while somebody wants to be told. */
function watching(graph: () => Graph, changed: (uri: string) => void) {
  let timer: NodeJS.Timeout | undefined
  let [wanted, version]: [string | null, number] = [null, 0]
  const look = (isOwn: boolean): void => {
    if (wanted === null) return
    try {
      const now = graph().version()
      if (isOwn || now !== version) changed(wanted)
      version = now
    } catch {
      // The next call tells its client what is wrong.
    }
  }
  return {
    begin: (uri: string): void => {
      wanted = uri
      look(false)
      timer ??= setInterval(() => look(false), lookMs).unref()
    },
    look: () => look(true),
    stop: (): void => {
      wanted = null
      clearInterval(timer)
      timer = undefined
    },
  }
}
