/** The prompts of a session: one at a time, each with a stream of what is said to it. */
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import type { Living, ProcessResult } from '@sigma/engine'
import { type AgentEvent, type AgentSession, cancelMs, closeMs } from './adapter.ts'

export interface Prompts {
  readonly isCancelled: () => boolean
  /**
   * Events of the prompt that is played, up to its `end`. Events between prompts are dropped, for an `end` of then would be
   * taken for that of the next prompt; of model and usage the latest are kept for it.
   */
  tell(events: readonly AgentEvent[]): void
  open(session: OpenSession): AgentSession
}

interface OpenSession extends Pick<AgentSession, 'id' | 'resumed' | 'capabilities'> {
  readonly living: Living
  /** How long the program may take to end by itself, in milliseconds. */
  readonly endsMs: number
  /** Sends the prompt; `tell` gets its `end` sooner or later. */
  readonly prompt: (text: string) => void
  readonly interrupt: () => void
}

/** Events of a prompt that nobody has taken yet; a program that says more is ended, before it fills the memory. */
const mostEvents = 10_000

export function createPrompts(): Prompts {
  const kept = new Map<AgentEvent['kind'], AgentEvent>()
  let stream: ReadableStreamDefaultController<AgentEvent> | null = null
  let playing: PromiseWithResolvers<void> | null = null
  let isCancelled = false
  let closing: Promise<ProcessResult> | null = null
  let overwhelmed = (): void => undefined
  const tell = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      stream?.enqueue(event)
      if ((stream?.desiredSize ?? 0) < -mostEvents) overwhelmed()
      if (playing === null && (event.kind === 'model' || event.kind === 'usage')) kept.set(event.kind, event)
      if (event.kind !== 'end') continue
      stream?.close()
      stream = null
      playing?.resolve()
      playing = null
    }
  }
  return {
    isCancelled: () => isCancelled,
    tell,
    open: ({ id, resumed, capabilities, living, endsMs, prompt, interrupt }) => {
      overwhelmed = () => void living.end()
      const close = (): Promise<ProcessResult> => {
        closing ??= living.close(isCancelled ? closeMs.cancelled : endsMs)
        return closing
      }
      return {
        ...{ id, resumed, capabilities },
        send: (text) => {
          isCancelled = false
          playing = Promise.withResolvers()
          const said = new ReadableStream<AgentEvent>({
            start: (opened) => {
              stream = opened
            },
            cancel: () => {
              stream = null
            },
          })
          tell([...kept.values()])
          kept.clear()
          prompt(text)
          return said
        },
        cancel: async () => {
          isCancelled = true
          if (playing === null) return
          interrupt()
          const patience = setTimeout(() => void living.end(), cancelMs)
          await playing.promise
          clearTimeout(patience)
        },
        close,
        [Symbol.asyncDispose]: async () => {
          await close()
        },
      }
    },
  }
}
