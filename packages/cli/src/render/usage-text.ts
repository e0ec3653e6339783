/** What one turn says that it used so far, in a few words; what it did not say is unknown, and never nothing. */
import type { Usage } from '@sigma/protocol'
import { dollarsText } from '@sigma/protocol/amounts'
import { countText } from './short-usage.ts'

/** True for a turn that a person took: there is nothing to tell. */
export function isNothing(usage: Usage | 'unknown'): boolean {
  return usage !== 'unknown' && [usage.inputTokens, usage.outputTokens, usage.costUsd].every((figure) => figure === 0)
}

/** `12.3k tokens in, 2.1k out, $0.42`. */
export function usageText(usage: Usage | 'unknown'): string {
  if (usage === 'unknown') return 'tokens unknown'
  const { inputTokens, outputTokens, costUsd } = usage
  const tokens = `${short(inputTokens)} tokens in, ${short(outputTokens)} out`
  const isSilent = inputTokens === undefined && outputTokens === undefined
  return `${isSilent ? 'tokens unknown' : tokens}${costUsd === undefined ? '' : `, ${dollarsText(costUsd)}`}`
}

const short = (count: number | undefined): string => (count === undefined ? 'unknown' : countText(count))
