/** What turns used, as far as agents said it (ROOM-149). A figure that nobody said is unknown, never nothing. */
import { figureOf } from '@sigma/engine'
import type { Usage } from '@sigma/protocol'

const figures = ['inputTokens', 'outputTokens', 'cachedTokens', 'costUsd'] as const
type Figure = (typeof figures)[number]

/** Grows with each turn that is over. */
export interface Tally {
  turns: number
  /** By figure: how many turns said it, and the sum in millionths, which is the same in any order. */
  readonly said: Record<Figure, { turns: number; millionths: number }>
  /** Turns that did not say all of their tokens, or their cost. */
  readonly unsaid: { tokens: number; cost: number }
}

export interface Used extends Readonly<Record<Figure, number | 'unknown'>> {
  readonly turns: number
  readonly unsaid: { readonly tokens: number; readonly cost: number }
}

export function emptyTally(): Tally {
  const none = (): { turns: number; millionths: number } => ({ turns: 0, millionths: 0 })
  const said = { inputTokens: none(), outputTokens: none(), cachedTokens: none(), costUsd: none() }
  return { turns: 0, said, unsaid: { tokens: 0, cost: 0 } }
}

export function addTurn(tally: Tally, reported: Usage | 'unknown' | undefined): void {
  const usage = reported === undefined || reported === 'unknown' ? {} : reported
  tally.turns += 1
  for (const figure of figures) {
    const value = figureOf(usage, figure)
    if (value === undefined) continue
    tally.said[figure].turns += 1
    tally.said[figure].millionths += Math.round(value * 1_000_000)
  }
  const isUnsaid = (figure: Figure): boolean => figureOf(usage, figure) === undefined
  if (isUnsaid('inputTokens') || isUnsaid('outputTokens')) tally.unsaid.tokens += 1
  if (isUnsaid('costUsd')) tally.unsaid.cost += 1
}

export function usedBy({ turns, said, unsaid }: Tally): Used {
  const sum = (figure: Figure): number | 'unknown' =>
    said[figure].turns === 0 && turns > 0 ? 'unknown' : said[figure].millionths / 1_000_000
  return {
    turns,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedTokens: sum('cachedTokens'),
    costUsd: sum('costUsd'),
    unsaid: { ...unsaid },
  }
}

/** `3 turns, tokens 1200 in, 340 out, cost unknown`. `at least`: some turns did not say theirs. */
export function usedText({ turns, inputTokens, outputTokens, costUsd, unsaid }: Used): string {
  const least = (missing: number): string => (missing > 0 ? 'at least ' : '')
  const figure = (value: number | 'unknown'): string =>
    value === 'unknown' ? 'unknown' : `${least(unsaid.tokens)}${value}`
  const cost = costUsd === 'unknown' ? 'cost unknown' : `${least(unsaid.cost)}$${costUsd}`
  return `${turns} ${turns === 1 ? 'turn' : 'turns'}, tokens ${figure(inputTokens)} in, ${figure(outputTokens)} out, ${cost}`
}
