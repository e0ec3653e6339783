import { CLIENT_INFO_META_KEY, type Server, specTypeSchemas } from '@modelcontextprotocol/server'
import type { Tool } from './tool.ts'

/** Has a server list these tools, and call them; `called` is told of each that was. */
export function offer(server: Server, tools: readonly Tool[], called: (tool: Tool) => void = () => undefined): void {
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, inputSchema, outputSchema, hints }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      ...(outputSchema !== undefined && { outputSchema: { ...outputSchema, type: 'object' as const } }),
      ...(hints !== undefined && { annotations: { ...hints } }),
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) return unknown(params.name, tools)
    // Each request of the later revision says it anew; before, it was said once.
    const client = clientIn(mcpReq.envelope) ?? server.getClientVersion()?.name ?? null
    const { text, isError, structured } = await tool.call(params.arguments ?? {}, { client })
    called(tool)
    return {
      content: [{ type: 'text' as const, text }],
      isError,
      ...(structured !== undefined && { structuredContent: { ...structured } }),
    }
  })
}

function clientIn(envelope: Readonly<Record<string, unknown>> | undefined): string | null {
  const read = specTypeSchemas.Implementation['~standard'].validate(envelope?.[CLIENT_INFO_META_KEY])
  return read instanceof Promise || read.issues !== undefined ? null : read.value.name
}

function unknown(name: string, tools: readonly Tool[]) {
  const names = tools.map((tool) => tool.name).join(', ')
  const text = `There is no tool ${JSON.stringify(name.slice(0, 100))} here. There is: ${names}.`
  return { content: [{ type: 'text' as const, text }], isError: true }
}
