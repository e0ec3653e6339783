/** What was said and done in a turn, readable, for whoever asks why: bounded, first and last part kept. */
import { createBoundedOutput } from '../../process/bounded-output.ts'
import type { AgentEvent, PermissionRequest } from '../adapter.ts'

export interface Transcript {
  prompt(text: string): void
  event(event: AgentEvent): void
  refused(request: PermissionRequest, reason: string): void
  note(text: string): void
  text(): string
}

const maxBytes = 4 * 1024 * 1024
const mostTitles = 1_000

export function transcriptOf(): Transcript {
  const kept = createBoundedOutput(maxBytes)
  /** The kind of text that is being written, piece by piece. */
  let open: 'text' | 'thought' | null = null
  const titles = new Map<string, string>()
  const write = (text: string): void => kept.add(Buffer.from(text))
  const line = (text: string): void => {
    write(`${open === null ? '' : '\n'}${text}\n`)
    open = null
  }
  const piece = (kind: 'text' | 'thought', text: string): void => {
    if (open !== kind) line(kind === 'text' ? '── agent' : '── agent, thinking')
    open = kind
    write(text)
  }
  return {
    prompt: (text) => line(`── prompt\n${text}`),
    note: (text) => line(`── ${text}`),
    refused: ({ name, title, paths }, reason) =>
      line(`✗ refused: ${name} ${paths.length === 0 ? title : paths.join(' ')}\n  ${reason}`),
    event: (event) => {
      switch (event.kind) {
        case 'text':
        case 'thought':
          piece(event.kind, event.text)
          break
        case 'tool-call': {
          const { id, name, title, paths } = event.call
          if (titles.size > mostTitles) titles.clear()
          titles.set(id, `${name} ${title === '' ? paths.join(' ') : title}`.trim())
          line(`→ ${titles.get(id)}`)
          break
        }
        case 'tool-result':
          line(`← ${event.denied ? 'refused' : event.isError ? 'failed' : 'done'}: ${titles.get(event.id) ?? event.id}`)
          break
        case 'retry':
          line(`… try ${event.attempt}: ${event.why}${waits(event.waitMs)}`)
          break
        case 'usage':
        case 'model':
          break
        case 'end':
          line(`── end: ${event.end.reason}${'message' in event.end ? `: ${event.end.message}` : ''}`)
      }
    },
    text: () => kept.text(),
  }
}

const waits = (ms: number | null): string => (ms === null ? '' : `, again in ${Math.ceil(ms / 1000)} s`)
