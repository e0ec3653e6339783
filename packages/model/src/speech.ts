/** Puts a reply on the wire, as far as its fault lets it. */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Dialect, Piece, Spoken } from './dialect.ts'
import type { Fault } from './script.ts'

export async function speak(
  response: ServerResponse,
  dialect: Dialect,
  spoken: Spoken,
  { stream, fault }: { readonly stream: boolean; readonly fault: Fault | null },
): Promise<void> {
  if (fault?.kind === 'status') return fail(response, dialect, fault)
  if (fault !== null && fault.at === 'start') return fault.kind === 'cut' ? void response.destroy() : undefined
  const type = stream ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': type, 'x-scripted-model': 'sigma' })
  const parts = stream ? dialect.pieces(spoken).map(textOf) : [JSON.stringify(dialect.whole(spoken))]
  for (const part of fault === null ? parts : halfOf(parts)) {
    if (response.destroyed) return
    response.write(part)
    if (spoken.reply.paceMs !== undefined) await pause(spoken.reply.paceMs, undefined, { ref: false })
  }
  if (fault === null) response.end()
  // What was written must have left before the connection breaks.
  else if (fault.kind === 'cut') response.write('\n', () => response.destroy())
}

function fail(response: ServerResponse, dialect: Dialect, fault: Fault & { readonly kind: 'status' }): void {
  const { status, message = `Scripted: status ${status}.`, retryAfterSeconds } = fault
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  response.writeHead(status, { 'content-type': 'application/json', 'x-scripted-model': 'sigma', ...wait })
  response.end(JSON.stringify(dialect.refusal(status, message)))
}

/** The first half of an answer; of one in one piece, half of its text. */
function halfOf(parts: readonly string[]): readonly string[] {
  const [first = ''] = parts
  return parts.length === 1 ? [first.slice(0, first.length / 2)] : parts.slice(0, Math.ceil(parts.length / 2))
}

function textOf({ event, data }: Piece): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}
