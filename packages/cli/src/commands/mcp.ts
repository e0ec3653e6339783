import { SigmaError } from '@sigma/engine'
import { type MemorySpec, openMemoryHttp, serveMemory } from '@sigma/mcp'
import { type Graph, openGraph } from '@sigma/memory'
import { type ExitCode, wrongCommandLine } from '../errors.ts'
import { tokenFileOf, tokenOf } from '../memory/http-token.ts'
import { locate } from '../project/place.ts'
import { print, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { toggle, valued, wholeNumber, word } from './flags.ts'

export const mcpCommand = command({
  brief: 'Serve the memory of the project to clients of MCP',
  about:
    'Serves the memory of the project to a client of MCP (Claude Code, Codex, an editor): the tools, arguments and results of the public memory server, so that one can stand for the other. Any number of them may run at once, beside a running sigma too; what a call has answered is on the disk. With --http it listens on 127.0.0.1, and whoever has the token in .sigma/mcp-token is let in.',
  flags: {
    http: toggle('Listen on 127.0.0.1 instead of speaking on standard input and output'),
    port: valued({
      ...word('Port for --http; one that is free where nothing is said', 'n'),
      parse: wholeNumber(1, 65_535),
    }),
    origin: {
      kind: 'parsed',
      ...word('Origin of a page in a browser that is let in with the token, e.g. http://localhost:5173', 'origin'),
      variadic: true,
      optional: true,
    },
  },
  plays: async ({ world }, { http, port, origin = [] }): Promise<ExitCode> => {
    const wrong = origin.find((each) => !isOrigin(each))
    if (wrong !== undefined)
      throw wrongCommandLine(
        `${JSON.stringify(wrong)} is no origin.`,
        'sigma mcp --http --origin http://localhost:5173',
      )
    if (!http && (port !== undefined || origin.length > 0))
      throw wrongCommandLine('--port and --origin are for --http.', 'sigma mcp --http')
    if (http) return await overHttp(world, port, origin)
    if (world.streams === undefined)
      throw wrongCommandLine(
        'sigma mcp is started by a client of MCP, not at a terminal.',
        'claude mcp add memory -- sigma mcp',
      )
    const told = (sentence: string): void => talk(world, `warning: ${sentence}`)
    await serveMemory(specOf(world), { ...world.streams(), told }, world.signal)
    return 0
  },
})

/** As browsers send one. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** The memory is opened by the first call, and again by the next one where that failed. */
function specOf(world: World): MemorySpec {
  const { folder } = locate(world)
  let open: Graph | null = null
  return {
    graph: () => {
      // One that was removed is left open: to close it would take away what lies beside the file in its place.
      if (open?.isThere() === false) open = null
      open ??= openGraph({ folder, now: world.now, waitMs: 100 })
      return open
    },
    version: '1',
  }
}

async function overHttp(world: World, port: number | undefined, origins: readonly string[]): Promise<ExitCode> {
  const { folder } = locate(world)
  tokenOf(folder)
  const refused = ({ status, reason }: { readonly status: number; readonly reason: string }): void =>
    talk(world, `warning: a request was refused (${status}): ${reason}`)
  const opened = openMemoryHttp({ ...specOf(world), token: () => tokenOf(folder), port, origins, refused }).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new SigmaError('port-taken', `Port ${port ?? 0} cannot be listened on: ${why}.`, {
        hint: 'sigma mcp --http',
      })
    },
  )
  await using server = await opened
  print(world, server.url)
  talk(world, `It takes "Authorization: Bearer <token>", with the token in ${tokenFileOf(folder)}.`)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  // The server alone keeps no process alive.
  const alive = setInterval(() => undefined, 60_000)
  world.signal.addEventListener('abort', () => resolve(), { once: true })
  await ended
  clearInterval(alive)
  return 0
}
