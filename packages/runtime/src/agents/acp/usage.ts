/** What a program counts, as one number since it was started; what it does not say is unknown, never nothing. */
import type { Usage } from '@sigma/protocol'
import type { AgentCapabilities } from '../adapter.ts'
import { added } from '../amounts.ts'
import type { Tokens } from './updates.ts'

export interface Counter {
  /** Takes the tokens of a prompt that ended; null: the program did not say. */
  prompt(tokens: Tokens | null): void
  /** Takes the cost of the session so far. */
  cost(amount: number, currency: string): void
  /** Usage since the program was started; null: nothing is known. */
  total(): Usage | null
}

export interface Counting {
  readonly kind: AgentCapabilities['usage']
  /** True: the session was played before, so its totals are of more than this start. */
  readonly isResumed: boolean
}

export function createCounter({ kind, isResumed }: Counting): Counter {
  /** Null: no prompt has ended. `unknown`: one did not say what it used, so the sum is not known. */
  let sum: Tokens | 'unknown' | null = null
  let costUsd: number | undefined

  return {
    prompt: (tokens) => {
      const isKnown = kind === 'turn' || (kind === 'session' && !isResumed)
      // Zero is told of a prompt that broke off, whatever it used.
      if (tokens === null || tokens.totalTokens === 0 || !isKnown || sum === 'unknown') sum = 'unknown'
      else sum = kind === 'session' || sum === null ? tokens : added(sum, tokens, names)
    },
    cost: (amount, currency) => {
      // A program that knows no price says zero.
      if (currency === 'USD' && amount !== 0 && !isResumed) costUsd = amount
    },
    total: () => {
      const tokens = sum === 'unknown' ? {} : usageOf(sum ?? {})
      const usage = { ...tokens, ...(costUsd === undefined ? {} : { costUsd }) }
      return Object.keys(usage).length === 0 ? null : usage
    },
  }
}

const names = ['inputTokens', 'outputTokens', 'cachedReadTokens', 'cachedWriteTokens', 'totalTokens'] as const

/** Programs tell what came from the cache beside the input or within it; the sum of all says which. */
function usageOf(tokens: Tokens): Usage {
  const { inputTokens: input, outputTokens: output, cachedReadTokens: cached, totalTokens: total } = tokens
  const beside = input === undefined ? undefined : input + (cached ?? 0) + (tokens.cachedWriteTokens ?? 0)
  const whole = total === undefined || output === undefined ? beside : Math.max(0, total - output)
  return {
    ...(whole === undefined ? {} : { inputTokens: whole }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
  }
}
