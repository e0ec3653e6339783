/** That a request has arrived, as whoever reads the journal tells it: the turn that it was handed to has begun (VAL-12). */
import type { JsonObject } from '@sigma/protocol'
import type { ValidationInput } from '../input.ts'
import { type RecordOf, toldOf } from '../records/record.ts'
import { mainAgent, orchestrator } from './names.ts'

export function acknowledgementOfRequest(
  { issue }: ValidationInput,
  { specialist, iteration, max }: RecordOf<'fix-request'>['body'],
  message: string,
): JsonObject {
  return toldOf({
    kind: 'acknowledgement',
    stem: `ACK-${issue.number}-${iteration}`,
    timed: true,
    header: { from: mainAgent, to: orchestrator, priority: 'Low' },
    body: { issue: issue.number, specialist, iteration, max, message, words: '' },
    entry: {
      specialist,
      iteration,
      max,
      sender: mainAgent,
      recipient: orchestrator,
      what: 'Acknowledgement',
      summary: `${message} has arrived.`,
      before: 'FIXING',
      after: 'FIXING',
    },
  })
}
