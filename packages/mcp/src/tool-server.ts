/** The protocol: one message in, one answer out, with nothing kept between them. Loaded when somebody first asks. */
import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Tool, ToolAnswer } from './tool.ts'

/** Answers one request to these tools, in whichever revision of the protocol it is written. */
export async function answerWith(tools: readonly Tool[], request: Request, body: unknown): Promise<Response> {
  if (!(await isLegacyRequest(request, body))) {
    const handler = createMcpHandler(() => serverOf(tools), { legacy: 'reject', maxSubscriptions: 1, keepAliveMs: 0 })
    return await handler.fetch(request, { parsedBody: body })
  }
  // A plain JSON body as answer: it is read by a shell script as easily as by a client of the protocol.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = serverOf(tools)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

function serverOf(tools: readonly Tool[]): Server {
  const server = new Server({ name: 'sigma', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, inputSchema, outputSchema }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      ...(outputSchema !== undefined && { outputSchema: { ...outputSchema, type: 'object' as const } }),
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    const names = tools.map(({ name }) => name).join(', ')
    const { text, isError, structured }: ToolAnswer =
      tool === undefined
        ? { text: `There is no tool ${JSON.stringify(params.name)} here. There is: ${names}.`, isError: true }
        : await tool.call(params.arguments ?? {})
    const content = [{ type: 'text' as const, text }]
    return structured === undefined ? { content, isError } : { content, isError, structuredContent: structured }
  })
  return server
}
