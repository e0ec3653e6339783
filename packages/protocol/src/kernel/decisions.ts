import type { Consult } from '../effect.ts'
import type { Decided } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Decision } from './kernel.ts'

/** Type of the message that tells of a question which what was granted for another answered. */
export const answeredTooType = 'answered-too'

const kept = 32

/** The latest decisions with this one added. */
export function decisionsWith(decisions: readonly Decision[], { id, option, by }: Decided): readonly Decision[] {
  return [...decisions.slice(1 - kept), { id, option, by }]
}

/** Why a decision cannot be taken: nothing of that name is open any more, or ever was (rule 2). */
export function notOpen(decisions: readonly Decision[], { id }: Decided): Finding {
  const earlier = decisions.findLast((decision) => decision.id === id)
  return {
    rule: earlier === undefined ? 'unknown-decision' : 'already-decided',
    message:
      earlier === undefined
        ? `No decision named ${id} is open.`
        : `${earlier.by} has already decided ${id}: ${earlier.option}.`,
    remedy: 'sigma inbox',
  }
}

/** Why an option cannot be chosen. */
export function unknownOption(consult: Consult, { option }: Decided): Finding {
  return {
    rule: 'unknown-option',
    message: `${option} is no option of ${consult.id}.`,
    remedy: `Choose one of: ${consult.options.map(({ name }) => name).join(', ')}.`,
  }
}
