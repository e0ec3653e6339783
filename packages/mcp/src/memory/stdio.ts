/**
 * MCP on standard input and output: a message a line, and nothing else on the output. What is no message is told on the error
 * output, and left; a line that is too long is never held whole.
 */
import type { Readable, Writable } from 'node:stream'
import { type JSONRPCMessage, specTypeSchemas, type Transport } from '@modelcontextprotocol/server'
import { isJsonObject, parseJson } from '@sigma/protocol'

const mostOfLine = 32 * 1024 * 1024
/** Kept of a line that is too long, at its beginning and its end. */
const ends = 400

export interface Streams {
  readonly input: Readable
  readonly output: Writable
  /** Is told what was not taken, as a sentence. */
  readonly told: (sentence: string) => void
}

/** `closed`: is called once, when nothing will come or go any more. */
export function lineTransport({ input, output, told }: Streams, closed: () => void): Transport {
  let parts: Buffer[] = []
  let bytes = 0
  let isClosed = false

  const transport: Transport = {
    start: async () => {
      input.on('data', take)
      input.once('end', close)
      input.once('error', close)
      output.on('error', close)
    },
    send: async (message) => {
      write(message)
    },
    close: async () => close(),
  }

  function write(message: JSONRPCMessage): void {
    if (isClosed || output.write(`${JSON.stringify(message)}\n`)) return
    // Whoever asks faster than it reads waits.
    input.pause()
    output.once('drain', () => input.resume())
  }

  function take(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      const [line, length] = [Buffer.concat(parts), bytes]
      parts = []
      bytes = 0
      if (length > mostOfLine) tooLong(line.toString('utf8'), length)
      else consider(line.toString('utf8'))
    }
    keep(chunk.subarray(from))
  }

  function keep(part: Buffer): void {
    bytes += part.byteLength
    parts.push(part)
    if (bytes <= mostOfLine) return
    const all = Buffer.concat(parts)
    parts = all.byteLength <= 2 * ends ? [all] : [all.subarray(0, ends), all.subarray(-ends)]
  }

  function consider(line: string): void {
    if (line.trim() === '') return
    const json = parseJson(line)
    const read = specTypeSchemas.JSONRPCMessage['~standard'].validate(json)
    if (!(read instanceof Promise) && read.issues === undefined) return void transport.onmessage?.(read.value)
    const message = 'A line of the input is no message of JSON-RPC 2.0; it was left.'
    const { id, method } = isJsonObject(json) ? json : {}
    // Whoever asks, in whatever form, is answered.
    if (method !== undefined && (typeof id === 'number' || typeof id === 'string'))
      write({ jsonrpc: '2.0', id, error: { code: -32_600, message } })
    told(message)
  }

  /** Whoever waits for an answer is told, where the line says who that is. */
  function tooLong(line: string, length: number): void {
    const message = `A message of ${length.toLocaleString('en')} bytes is not read; at most ${mostOfLine.toLocaleString('en')} are.`
    const [, first, last] =
      /^\{(?:"jsonrpc":"2\.0",)?"id":(\d+|"[\w-]*"),|"id":(\d+|"[\w-]*")(?:,"jsonrpc":"2\.0")?\}\s*$/.exec(line) ?? []
    const id = parseJson(first ?? last ?? '')
    if (typeof id === 'number' || typeof id === 'string')
      write({ jsonrpc: '2.0', id, error: { code: -32_600, message } })
    told(message)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    input.off('data', take)
    input.pause()
    transport.onclose?.()
    closed()
  }

  return transport
}
