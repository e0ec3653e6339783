/** The protocol: one message in, one answer out, with nothing kept between them. Loaded when somebody first asks. */
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { offer } from './offered-tools.ts'
import type { Tool } from './tool.ts'

/** Answers one request by a server that is made for it, in whichever revision of the protocol it is written. */
export async function answerWith(made: () => Server, request: Request, body: unknown): Promise<Response> {
  if (!(await isLegacyRequest(request, body))) {
    const handler = createMcpHandler(made, { legacy: 'reject', maxSubscriptions: 1, keepAliveMs: 0 })
    return await handler.fetch(request, { parsedBody: body })
  }
  // A plain JSON body as answer: it is read by a shell script as easily as by a client of the protocol.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = made()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

export function toolServer(tools: readonly Tool[]): Server {
  const server = new Server({ name: 'sigma', version: '1' }, { capabilities: { tools: {} } })
  offer(server, tools)
  return server
}
