/** Talks with an agent until it has answered, or will not. */

import type { TurnRequest } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import type { AgentEvent, AgentSession, PromptEnd } from '../adapter.ts'
import { answerOf } from '../answering.ts'
import type { Supervision } from './supervision.ts'

export interface Talk {
  readonly request: TurnRequest
  readonly session: AgentSession
  readonly supervision: Supervision
  readonly refusals: Refusals
  /** Called with each prompt before it is sent. */
  readonly onPrompt: (text: string) => void
  readonly onEvent: (event: AgentEvent) => void
}

/** What the agent was refused since it was last told. */
export interface Refusals {
  /** The last reasons, as they were given. */
  reasons: readonly string[]
  count: number
}

export function refuse(refusals: Refusals, reason: string): void {
  refusals.count += 1
  refusals.reasons = [...refusals.reasons, reason.slice(0, mostReason)].slice(-mostReasons)
}

export interface Said {
  readonly end: PromptEnd
  /** All that it said last, without what it said before something else. */
  readonly text: string
}

/** How many prompts of a turn may be sent because the last one ended on a refusal. */
const mostRefusals = 5
/** Bounds of the reasons that one prompt tells. */
const [mostReasons, mostReason] = [10, 2_000]
/** What came last is where the answer stands. */
const mostText = 262_144

export async function converse(talk: Talk, first: string): Promise<Said> {
  let [refused, isAsked] = [0, false]
  for (let prompt = first; ; ) {
    if (talk.supervision.why() !== null) return { end: { reason: 'cancelled' }, text: '' }
    const said = await playPrompt(talk, prompt)
    if (talk.supervision.why() !== null || (said.end.reason !== 'done' && said.end.reason !== 'cancelled')) return said
    const { codes, report } = talk.request
    const answer = answerOf(said.text, codes, report?.taken() ?? null)
    if (answer.kind === 'answer') return said
    const reasons = talk.refusals.reasons
    const isCutOff = !talk.session.capabilities.softDeny || said.end.reason === 'cancelled'
    if (reasons.length > 0 && isCutOff && refused < mostRefusals) {
      refused += 1
      prompt = afterRefusal(reasons)
    } else if (isMissing(answer.findings) && !isAsked) {
      isAsked = true
      prompt = forAnswer(talk.request, answer.findings)
    } else return said
  }
}

const isMissing = (findings: readonly Finding[]): boolean => findings.every(({ rule }) => rule === 'answer-missing')

const afterRefusal = (reasons: readonly string[]): string =>
  `${[...new Set(reasons)].join('\n')}\nNothing of that was done. Go on with your task without it, and answer as you were told.`

/** The conversation is not over before it has answered: what it wrote stays, and only the answer is asked for. */
function forAnswer({ codes, report }: TurnRequest, findings: readonly Finding[]): string {
  const way = report === undefined ? '' : 'Call the tool report of the MCP server sigma, or end'
  return [
    `You have ended without an answer. ${findings.map(({ message }) => message).join(' ')}`,
    `Change nothing more. ${way === '' ? 'End' : way} your message with one line of the form →[CODE, one sentence], where CODE is one of: ${codes.join(' ')}.`,
  ].join('\n')
}

async function playPrompt({ session, supervision, refusals, onPrompt, onEvent }: Talk, prompt: string): Promise<Said> {
  refusals.reasons = []
  refusals.count = 0
  onPrompt(prompt)
  const { signal } = supervision
  const cancel = (): void => void session.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  let text = ''
  let isOpen = false
  let refusedBefore = 0
  try {
    for await (const event of session.send(prompt)) {
      supervision.saw(event)
      onEvent(event)
      const refused = refusals.count
      const goesOn = isOpen && refused === refusedBefore
      // What it said before it was refused something was not its last word.
      if (event.kind === 'end') return { end: event.end, text: refused === 0 || goesOn ? text : '' }
      if (event.kind === 'text') {
        text = goesOn ? bounded(`${text}${event.text}`) : event.text
        isOpen = true
        refusedBefore = refused
      } else if (textEnds.has(event.kind)) isOpen = false
    }
    throw new Error('A prompt ends with an event that says how.')
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Events after which text begins anew: a repeated try says it all again. */
const textEnds: ReadonlySet<AgentEvent['kind']> = new Set(['tool-call', 'tool-result', 'retry'])

/** Cuts only now and then: pieces are short, and there may be very many. */
const bounded = (text: string): string => (text.length > 2 * mostText ? text.slice(-mostText) : text)
