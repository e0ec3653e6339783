/** People who take turns in this process's runs: their turns wait here, and what is answered is brought to them. */
import { addAbortListener } from 'node:events'
import { type Handler, type Host, handler, type TurnRequest } from '@sigma/engine'
import { answerOfReport, effectOfAttempt } from '@sigma/protocol'
import type { Given, People } from '@sigma/runtime'
import { answerIllegal, notAsked } from './errors.ts'
import { type AnswerAsked, type AnswerTaken, answerOperation } from './operation.ts'

export interface PeopleDesk extends People {
  /** What people may ask of the host that these turns are played in. */
  operations(host: Host): readonly Handler[]
}

interface Waiting {
  readonly request: TurnRequest
  give(given: Given): void
}

/** How long an answer waits for its turn to be ready for it: a workspace is being prepared. */
const readyMs = 60_000

/** `measurable`: fails where what people did could not be measured now; their answer is not taken then. */
export function peopleDesk(measurable: () => void): PeopleDesk {
  const waiting = new Map<string, Waiting>()
  const arrivals = new Set<() => void>()

  async function turnOf(host: Host, { run, id }: AnswerAsked, gone: AbortSignal): Promise<Waiting> {
    const ending = AbortSignal.any([gone, AbortSignal.timeout(readyMs)])
    for (;;) {
      const found = waiting.get(keyOf(run, id))
      if (found !== undefined) return found
      const isOpen = host.reader.run(run)?.open.some((open) => open.kind === 'ask' && open.id === id) === true
      if (!isOpen || ending.aborted) throw notAsked(host.reader, run, id)
      const { promise: changed, resolve: over } = Promise.withResolvers<void>()
      arrivals.add(over)
      // Somebody else may have answered it, or it was ended.
      const leave = host.onCommitted((committed) => committed === run && over())
      using _ending = addAbortListener(ending, () => over())
      await changed
      arrivals.delete(over)
      leave()
    }
  }

  /** Resolves once the attempt is closed in the journal: what the workspace holds was measured then. */
  async function outcomeOf(host: Host, run: string, attempt: string, gone: AbortSignal): Promise<AnswerTaken> {
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTaken>()
    const look = (): void => {
      const closing = host.reader.events(run).findLast(({ envelope }) => envelope.attempt === attempt)?.event
      if (closing?.kind === 'answered') resolve({ kind: 'taken', findings: [], changed: closing.changed })
      else if (closing?.kind === 'failed') resolve({ kind: 'refused', findings: closing.findings, changed: [] })
    }
    const leave = host.onCommitted((committed) => committed === run && look())
    using _gone = addAbortListener(gone, () => reject(gone.reason))
    look()
    return await promise.finally(leave)
  }

  return {
    answer: async (request, signal) => {
      const { promise, resolve } = Promise.withResolvers<Given | null>()
      const key = keyOf(request.run, effectOfAttempt(request.attempt))
      const turn = { request, give: resolve }
      using _ending = addAbortListener(signal, () => resolve(null))
      waiting.set(key, turn)
      for (const arrived of arrivals) arrived()
      return await promise.finally(() => {
        if (waiting.get(key) === turn) waiting.delete(key)
      })
    },
    operations: (host) => [
      handler(answerOperation, async (asked, { gone }) => {
        const { run, id, code, message, by } = asked
        const { request, give } = await turnOf(host, asked, gone)
        const answer = answerOfReport({ code, message }, request.codes)
        if (answer.kind === 'invalid') throw answerIllegal(id, code, request.codes)
        measurable()
        give({ code: answer.code, message: answer.message, by })
        return await outcomeOf(host, run, request.attempt, gone)
      }),
    ],
  }
}

const keyOf = (run: string, id: string): string => `${run} ${id}`
