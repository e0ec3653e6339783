/** Clients of MCP with a memory server each, ended after every test. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach } from 'vitest'
import { z } from 'zod'
import type { Repository } from './repository.ts'
import { launcher } from './sigma.ts'

const clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

export async function clientOf(
  { path, env: own }: Repository,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'a client', version: '1' })
  const all = { ...own, ...env }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      cwd: path,
      env: all,
      stderr: 'ignore',
    }),
  )
  clients.push(client)
  return client
}

export const ours = (project: Repository): Promise<Client> => clientOf(project, [launcher, 'mcp'])
export const call = (client: Client, name: string, given: object) =>
  client.callTool({ name, arguments: { ...given } }, { timeout: 300_000 })

const pageSchema = z.object({
  entities: z.array(z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) })),
  relations: z.array(z.object({ from: z.string(), to: z.string(), relationType: z.string() })),
  nextCursor: z.string().optional(),
})
export type Graph = Omit<z.infer<typeof pageSchema>, 'nextCursor'>

/** All pages of an answer. */
export async function whole(client: Client, name: string, given: object = {}): Promise<Graph> {
  const [entities, relations]: [Graph['entities'], Graph['relations']] = [[], []]
  let cursor: string | undefined
  do {
    const page = pageSchema.parse((await call(client, name, { ...given, ...(cursor && { cursor }) })).structuredContent)
    entities.push(...page.entities)
    relations.push(...page.relations)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return { entities, relations }
}

export const observing = (client: Client, entityName: string, text: string) =>
  call(client, 'add_observations', { observations: [{ entityName, contents: [text] }] })
