import type { Finding } from '@sigma/protocol'
import { printableLine, quotedLine } from '../printable.ts'
import { indent, timesOf } from './columns.ts'

/**
 * Rules whose message ends in what an agent said, and begins with Sigma's own words up to the first colon: a person
 * must not take the one for the other (T34).
 */
const saying: readonly string[] = [
  ...['blocked', 'EX', 'TO', 'ME', 'test-issue', 'test-issue-declined', 'needs-change'],
  ...['gave-up', 'late-result', 'still-fails'],
]

/** `legibleLine` where somebody decides by it. */
type Shown = (text: string, width?: number) => string

/** A finding in two lines: the rule and what was seen, the way out. */
function findingText({ rule, message, remedy }: Finding, shown: Shown): string {
  return [`${shown(rule)}: ${messageText(rule, message, shown)}`, indent(`way out: ${shown(remedy)}`)].join('\n')
}

function messageText(rule: string, message: string, shown: Shown): string {
  const end = saying.includes(rule) ? message.indexOf(': ') : -1
  if (end < 0) return shown(message, most)
  return `${shown(message.slice(0, end))}, in its own words: ${quotedLine(message.slice(end + 2), most)}`
}

const most = 400

/** Several, each said once however often it was found. */
export function findingsText(findings: readonly Finding[], shown: Shown = printableLine): readonly string[] {
  const times = timesOf(findings.map((finding) => findingText(finding, shown)))
  return [...times].map(([text, count]) => (count === 1 ? text : text.replace(':', ` (${count} times):`)))
}
