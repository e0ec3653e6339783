/** The memory, served on streams as a client has it that started the program. */
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import type { MemorySpec } from '../memory/memory-server.ts'
import { serveMemory } from '../memory/serve.ts'
import { lineTransport } from '../memory/stdio.ts'

export interface Served extends AsyncDisposable {
  readonly input: PassThrough
  readonly output: PassThrough
  readonly told: readonly string[]
}

export function served(spec: MemorySpec): Served {
  const [input, output, told]: [PassThrough, PassThrough, string[]] = [new PassThrough(), new PassThrough(), []]
  const streams = { input, output, told: (sentence: string) => void told.push(sentence) }
  const ended = serveMemory(spec, streams, new AbortController().signal)
  return {
    ...{ input, output, told },
    [Symbol.asyncDispose]: async () => {
      input.end()
      await ended
    },
  }
}

/** A revision of the protocol. */
export type Generation = 'legacy' | { readonly pin: string }

export async function clientOf({ input, output }: Served, mode: Generation = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'an editor', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(lineTransport({ input: output, output: input, told: () => undefined }, () => undefined))
  return client
}
