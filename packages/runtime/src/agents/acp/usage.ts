/** What a program counts, as one number since it was started; what it does not say is unknown, never nothing. */
import type { Usage } from '@sigma/protocol'
import type { AgentCapabilities } from '../adapter.ts'
import type { Tokens } from './updates.ts'

export interface Counter {
  /** Of a prompt that ended; null: it did not say. */
  prompt(tokens: Tokens | null): void
  /** Of the session so far, in its own money. */
  cost(amount: number, currency: string): void
  /** Null: nothing is known. */
  total(): Usage | null
}

export interface Counting {
  readonly kind: AgentCapabilities['usage']
  /** It goes on in a session that was played before: its totals are of more than this. */
  readonly isResumed: boolean
}

export function createCounter({ kind, isResumed }: Counting): Counter {
  /** Undefined: a prompt was played of which this is not known, so the sum is not. */
  let sum: Tokens | undefined = {}
  let isFirst = true
  let paid: { readonly first: number; readonly last: number } | null = isResumed ? null : { first: 0, last: 0 }
  let costUsd: number | undefined

  return {
    prompt: (tokens) => {
      const before = isFirst ? {} : sum
      const isKnown = kind === 'turn' || (kind === 'session' && !isResumed)
      // Nothing is what is told of a prompt that broke off, whatever it used.
      if (tokens === null || tokens.totalTokens === 0 || !isKnown || before === undefined) sum = undefined
      else sum = kind === 'turn' ? added(before, tokens, isFirst) : tokens
      isFirst = false
    },
    cost: (amount, currency) => {
      // Who knows no price says that it cost nothing.
      if (currency !== 'USD' || amount === 0) return
      paid = { first: paid?.first ?? amount, last: amount }
      if (!isResumed) costUsd = paid.last - paid.first
    },
    total: () => {
      const tokens = sum === undefined || isFirst ? {} : sum
      const usage = { ...usageOf(tokens), ...(costUsd === undefined ? {} : { costUsd }) }
      return Object.keys(usage).length === 0 ? null : usage
    },
  }
}

function added(before: Tokens, more: Tokens, isFirst: boolean): Tokens {
  const of = (name: keyof Tokens): number | undefined => {
    const [one, other] = [isFirst ? 0 : before[name], more[name]]
    return one === undefined || other === undefined ? undefined : one + other
  }
  return {
    inputTokens: of('inputTokens'),
    outputTokens: of('outputTokens'),
    cachedReadTokens: of('cachedReadTokens'),
    cachedWriteTokens: of('cachedWriteTokens'),
    totalTokens: of('totalTokens'),
  }
}

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
