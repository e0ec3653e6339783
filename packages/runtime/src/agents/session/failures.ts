/** What became of a turn that was not answered, by the rules that people know from all kinds of agents. */
import type { PromptEnd } from '../adapter.ts'
import { endedAtLimit, failureOf, type Opening, stopped } from '../command.ts'
import { oneLine } from '../heard.ts'
import { lastWords } from '../last-words.ts'
import { shortened } from '../shortened.ts'
import { type Failure, failure } from '../turn.ts'
import type { Concern } from './stuck.ts'

export interface Failing {
  readonly agent: string
  readonly limitMs: number
  readonly opening: Opening
  /** Configured addresses of the agent's model, as `host:port`; empty: nobody knows. */
  readonly addresses: readonly string[]
}

/** How a prompt ended that we did not end; null: it ended well. */
export function endFailure(end: PromptEnd, failing: Failing): Failure | null {
  const { agent, limitMs, opening } = failing
  switch (end.reason) {
    case 'done':
    case 'cancelled':
      return null
    case 'limited':
      return failure(
        'limited',
        'agent-limited',
        `The agent ${agent} is not served now: ${words(end.message)}`,
        'It is asked again by itself after a while; sigma stop ends the wait.',
      )
    case 'unusable':
      return failure(
        'unavailable',
        'agent-unusable',
        `The agent ${agent} cannot be used as it is set up: ${words(end.message)}`,
        `Log in with it, or give it its key by agents.${agent}.env; sigma doctor shows what it gets.${opening.remedy}`,
      )
    case 'exhausted':
      return failure(
        'crash',
        'agent-exhausted',
        `The agent ${agent} used up what its own settings allow it: ${words(end.message)}`,
        'Raise its own limit of turns or tokens, or make the task smaller.',
      )
    case 'failed':
      if (isUnreached(end.message)) return unreached(end.message, failing)
      return failure('crash', 'agent-failed', `The agent ${agent} broke off: ${words(end.message)}`, seeLog(opening))
    case 'over': {
      const { exceeded, end: how, signal, exit } = end.result
      if (exceeded !== undefined || how === 'unstartable') return failureOf(agent, limitMs, end.result, opening)
      const ended = signal === null ? `ended with exit code ${exit}` : `was ended by ${signal}`
      return failure(
        'crash',
        'agent-crash',
        `The agent ${agent} ${ended} before its prompt was${opening.told}.${lastWords(end.result.stderr)}`,
        seeLog(opening),
      )
    }
  }
}

/** As programs and their libraries say that nobody answers where their model should be. */
const isUnreached = (message: string): boolean =>
  /E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)\b|connection ?(error|refused|reset|failed)|(unable|cannot|could not|failed) (to )?connect|fetch failed|network error|error sending request|certificate/i.test(
    message,
  )

function unreached(message: string, { agent, opening, addresses }: Failing): Failure {
  const [first = null] = addresses
  const where = first === null ? '' : ` at ${addresses.join(', ')}`
  const see = first === null ? 'the network and its settings' : `whether ${first} answers from this machine`
  return failure(
    'crash',
    'agent-model-unreached',
    `The agent ${agent} did not reach its model${where}: ${words(message)}`,
    `See ${see}; where its model is, is set by agents.${agent}.env, and sigma agents shows where it connects.${opening.remedy}`,
  )
}

const seeLog = ({ remedy }: Opening): string => `sigma log shows what it said and did.${remedy}`

/** Why Sigma ended a turn. */
export type Stop =
  | { readonly kind: 'signal' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'stuck'; readonly rule: Concern['rule']; readonly says: string }

export function stopFailure(stop: Stop, { agent, limitMs }: Failing): Failure {
  switch (stop.kind) {
    case 'signal':
      return stopped(agent)
    case 'limit':
      return endedAtLimit(agent, limitMs)
    case 'stuck':
      return failure(
        'timeout',
        stop.rule,
        `The agent ${agent} got nowhere and was ended: ${stop.says}.`,
        stop.rule === 'agent-silent'
          ? 'Say what you do while you do it; see whether its model can be reached.'
          : 'Do something else when a call does not help, or answer BL.',
      )
  }
}

export function startTooSlow(agent: string, limitMs: number): Failure {
  const message = `The agent ${agent} had not opened a session after ${limitMs} ms.`
  return failure('timeout', 'agent-start-timeout', message, 'Start it by hand and see; sigma doctor.')
}

/** What a program says of itself is data: one line, and short. */
const words = (text: string): string => shortened(oneLine(text), 300).replace(/[^.!?]$/, '$&.')
