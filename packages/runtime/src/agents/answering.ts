/** What the answer of a turn is: what it reported, or else the last line that it printed. They may not disagree. */
import type { Reported } from '@sigma/engine'
import { type Answer, readAnswer } from '@sigma/protocol'

/** `reported`: what its tool `report` took; null: nothing. `output`: all that it printed, or said last. */
export function answerOf(output: string, codes: readonly string[], reported: Reported | null): Answer {
  const printed = readAnswer(output, codes)
  if (reported === null) return printed
  if (printed.kind === 'answer' ? printed.code === reported.code : printed.findings.every(isTalk))
    return answered(reported)
  const seen = printed.kind === 'answer' ? `ends with ${printed.code}` : (printed.findings[0]?.message ?? '')
  return {
    kind: 'invalid',
    findings: [
      {
        rule: 'answer-disagrees',
        message: `The turn reported ${reported.code}, and what it printed says something else: ${seen}`,
        remedy: 'Answer once: by report, or by the last line; where both are there, with the same code.',
      },
    ],
  }
}

/** What ends without any answer, or with what only looks a little like one, says nothing against what was reported. */
const isTalk = ({ rule }: { readonly rule: string }): boolean => talk.has(rule)
const talk: ReadonlySet<string> = new Set(['answer-missing', 'answer-unreadable', 'answer-too-long'])

function answered({ code, message, data }: Reported): Answer {
  return { kind: 'answer', code, message, ...(data === undefined ? {} : { data }) }
}
