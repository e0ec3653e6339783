import type { Finding } from '@sigma/protocol'
import { indent } from './columns.ts'

/** A finding in three lines: the rule, what was seen, the way out. */
export function findingText(finding: Finding): string {
  return [`${finding.rule}: ${finding.message.trim()}`, indent(`way out: ${finding.remedy}`)].join('\n')
}
