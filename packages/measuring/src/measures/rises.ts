/** Findings where a refactoring made code worse. */
import type { Finding } from '@sigma/protocol'
import { listed } from '../text.ts'
import type { Comparison, Measures } from './measures.ts'

/** As many duplicated tokens fewer pay for one decision more: a case told apart, where there were two copies. */
const tokensPerDecision = 20

/**
 * Two ways of counting complexity, so a rise is one that neither of them takes back; what was merged from copies may
 * decide where the copies did not have to.
 */
export function rises({ before, after }: Comparison): readonly Finding[] {
  const findings: Finding[] = []
  const more = { decisions: after.decisions - before.decisions, cognitive: after.cognitive - before.cognitive }
  const merged = Math.max(0, Math.floor((before.duplicated - after.duplicated) / tokensPerDecision))
  const isRise = more.decisions >= 0 && more.cognitive >= 0 && more.decisions + more.cognitive > 0
  if (isRise && Math.max(more.decisions, more.cognitive) > merged) findings.push(complexityRose(before, after))
  if (after.duplicated > before.duplicated) findings.push(duplicationRose(before, after))
  return findings
}

const complexityRose = (before: Measures, after: Measures): Finding => ({
  rule: 'complexity-rose',
  message: `The code decides in ${after.decisions} places and did in ${before.decisions}; its cognitive complexity is ${after.cognitive} and was ${before.cognitive}. Measured over ${listed(after.files)}${worstOf(after)}.`,
  remedy: 'Refactor to code that is no harder to follow than before; leave it as it was where it cannot get better.',
})

const worstOf = ({ worst }: Measures): string =>
  worst === null ? '' : `; the hardest is ${worst.place} (${worst.cyclomatic} ways through it)`

const duplicationRose = (before: Measures, after: Measures): Finding => ({
  rule: 'duplication-rose',
  message: `${after.duplicated} of ${after.tokens} tokens are copies and ${before.duplicated} were: ${listed(after.copies, 5)}.`,
  remedy: 'Give what stands there twice one place, and use it from there.',
})
