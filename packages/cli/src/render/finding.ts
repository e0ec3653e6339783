import type { Finding } from '@sigma/protocol'
import { printableLine } from '../printable.ts'
import { indent } from './columns.ts'

/** A finding in two lines: the rule and what was seen, the way out. */
function findingText(finding: Finding): string {
  return [`${finding.rule}: ${printableLine(finding.message, 400)}`, indent(`way out: ${finding.remedy}`)].join('\n')
}

/** Several, each said once however often it was found. */
export function findingsText(findings: readonly Finding[]): readonly string[] {
  const times = new Map<string, number>()
  for (const text of findings.map(findingText)) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times].map(([text, count]) => (count === 1 ? text : text.replace(':', ` (${count} times):`)))
}
