/** The form of each type of message: its heading, its fields, its sections and how it closes (VAL-22, VAL-31). */
import type { RecordKind } from '../machine/records/record.ts'
import {
  apart,
  type Block,
  below,
  bullets,
  derived,
  type Fields,
  failures,
  field,
  labelled,
  line,
  listOf,
  nothing,
  numbered,
  quote,
  sentence,
  shown,
} from './blocks.ts'
import { options, others, reason } from './escalation-blocks.ts'
import { history } from './history.ts'
import { inLine } from './lines.ts'

export interface Form {
  readonly heading: string
  /** Labels and keys of the header. */
  readonly header: readonly (readonly [label: string, key: string])[]
  readonly sections: readonly (readonly [title: string, block: Block])[]
  readonly sentBy: (header: Fields) => string
  readonly awaiting?: string
}

const usual = [
  ['Message ID', 'id'],
  ['From', 'from'],
  ['To', 'to'],
  ['Timestamp', 'timestamp'],
  ['Priority', 'priority'],
] as const

const orchestrator = (): string => 'Validation Orchestrator (recursive-communicator skill)'
const mainAgent = (): string => 'Feature Implementer Main Agent'
const specialist = ({ from }: Fields): string => String(from).replace(/^@/, '')

const ofSpecialist = field('Specialist', 'specialist')
const iteration = line('**Iteration**: {iteration:count}/{max:count}')
const about = below(line('**Feature**: #{issue:count}'), ofSpecialist, iteration)

const form = (heading: string, sections: Form['sections'], sentBy: Form['sentBy'] = orchestrator): Form => ({
  heading,
  header: usual,
  sections,
  sentBy,
})

/** Types without sections of their own have the general ones (VAL-23). */
const general = (heading: string, [summary, details, actions, response]: readonly [Block, Block, Block, Block]): Form =>
  form(heading, [
    ['Summary', summary],
    ['Details', details],
    ['Actions Required', actions],
    ['Expected Response', response],
  ])

const none = sentence(nothing)

const ready: Block = {
  write: (body) => [body['ready'] === true ? `Yes - please re-run ${inLine(String(body['specialist']))}.` : 'No.'],
  read: (lines) => ({ ready: lines.shift() !== 'No.' }),
}

const numbers = ({ iteration: at, max }: Fields): readonly [number, number] => [Number(at), Number(max)]

function nextAction(body: Fields): string {
  const [at, max] = numbers(body)
  if (body['status'] === 'PASS') return 'Proceed to next phase'
  if (at >= max) return `Escalate (no iteration is left of ${max})`
  return `Continue recursive loop (iteration ${at + 1}/${max})`
}

export const forms: Readonly<Record<RecordKind, Form>> = {
  'failure-report': form('Validation Failure Report', [
    ['Failure Summary', about],
    [
      'Detailed Failures',
      apart(
        labelled('New', failures('fresh')),
        labelled('Persisting', failures('persisting')),
        labelled('Resolved', failures('resolved')),
      ),
    ],
    ['Suggested Fixes', bullets('suggestions')],
    ['Actions Required', bullets('actions')],
  ]),
  'fix-request': {
    ...form('Fix Request', [
      [
        'Request Summary',
        apart(
          line('Please fix the following validation failures for feature #{issue:count}.'),
          below(ofSpecialist, iteration),
        ),
      ],
      ['Failures to Fix', failures('failures')],
      ['Suggested Approach', bullets('approach')],
      ['Expected Outcome', line('After fixes: All tests pass, coverage ≥{coverage:number}%')],
    ]),
    awaiting: 'Fix completion signal',
  },
  'fix-completion': form(
    'Fix Completion',
    [
      [
        'Completion Summary',
        apart(
          line('Fixes completed for feature #{issue:count}, iteration {iteration:count}.'),
          below(ofSpecialist, iteration),
        ),
      ],
      ['Fixes Applied', numbered('fixes')],
      [
        'Files Modified',
        apart(
          bullets('files'),
          labelled('Listed and not modified', bullets('onlySaid')),
          labelled('Modified and not listed', bullets('unsaid')),
        ),
      ],
      ['Ready for Re-validation', ready],
    ],
    mainAgent,
  ),
  'revalidation-trigger': form('Re-validation Trigger', [
    ['Re-validation Request', apart(line('Please re-run validation checks for feature #{issue:count}.'), ofSpecialist)],
    ['Iteration', line('Current: {iteration:count} / Max: {max:count}')],
    ['Previous Failures', failures('previous')],
    ['Fixes Applied', bullets('fixes')],
    ['Expected Outcome', below(sentence('- All previous failures resolved'), sentence('- New status: PASS'))],
  ]),
  'revalidation-result': form(
    'Re-validation Result',
    [
      ['Result Summary', below(field('Status', 'status', 'word'), about)],
      [
        'Details',
        derived((body) =>
          body['status'] === 'PASS'
            ? 'All previous failures resolved.'
            : `${listOf(body['failures']).length} failures remain.`,
        ),
      ],
      ['Failure Details (if FAIL)', failures('failures')],
      ['Next Action', derived(nextAction)],
    ],
    specialist,
  ),
  success: form('Validation Success', [
    [
      'Success Summary',
      apart(
        line('Validation phase {specialist:text} completed successfully after {iteration:count} iterations.'),
        below(line('**Feature**: #{issue:count}'), iteration),
      ),
    ],
    [
      'Final Status',
      below(
        sentence('- All failures resolved'),
        sentence('- Quality gates passed'),
        line('- Total time: {elapsed:time}'),
      ),
    ],
    ['Next Phase', line('Proceeding to: {next:text}')],
  ]),
  escalation: {
    ...form('Escalation: Unresolvable Issue', [
      [
        'Escalation Summary',
        apart(
          below(
            reason,
            line('**Iterations**: {iteration:count} of {max:count}'),
            field('Time', 'elapsed', 'time'),
            others,
            line('**Feature**: #{issue:count}'),
            ofSpecialist,
          ),
          labelled('Notes', bullets('notes')),
        ),
      ],
      ['Persistent Failures', failures('persistent')],
      ['Iteration History', history('rows')],
      ['Recommended Actions', options],
    ]),
    awaiting: 'User Decision',
  },
  'failure-detected': general('Failure Detected', [
    about,
    line('{failed:count} failures were found.'),
    bullets('actions'),
    none,
  ]),
  acknowledgement: general('Acknowledgement', [about, field('Received', 'message'), none, quote('words')]),
  violation: general('Protocol Violation', [
    about,
    apart(below(field('Message', 'message'), field('Rule', 'broken')), quote('seen')),
    sentence('Answer once more, in the form that is expected.'),
    line('- {expected:text}'),
  ]),
  timeout: general('Timeout', [
    about,
    below(field('Operation', 'operation', 'word'), field('Elapsed', 'elapsed', 'time')),
    none,
    field('Expected Completion', 'expected', 'time'),
  ]),
  decision: general('Decision', [
    about,
    below(field('Option', 'option'), field('By', 'by')),
    line('- {consequence:text}'),
    none,
  ]),
  'late-result': general('Late Result', [about, field('Operation', 'operation', 'word'), none, quote('words')]),
  reminder: {
    heading: 'Timeout Reminder',
    header: [
      ['Message ID', 'id'],
      ['To', 'to'],
      ['Elapsed', 'elapsed'],
      ['Timeout', 'limit'],
    ],
    sections: [
      [
        'Reminder',
        apart(
          below(
            line('Operation [{operation:word}] has been running for {elapsed:time}.'),
            line('Expected completion within {limit:time}.'),
          ),
          below(
            line('**Current Status**: {status:word} (iteration {iteration:count}/{max:count})'),
            sentence('**Action Required**: Complete operation or signal issue'),
          ),
          line('**Escalation**: If no response within {grace:time}, will escalate to user.'),
        ),
      ],
    ],
    sentBy: orchestrator,
  },
  error: {
    heading: 'Error Notification',
    header: [
      ['Error ID', 'id'],
      ['Error Type', 'type'],
      ['From', 'from'],
      ['Context', 'context'],
      ['Timestamp', 'timestamp'],
    ],
    sections: [
      [
        'Error Details',
        apart(
          labelled('Error Message', quote('message')),
          labelled('Stack Trace', quote('stack')),
          below(field('Context', 'context'), iteration),
        ),
      ],
      ['Recovery Actions Attempted', numbered('attempted')],
      [
        'Current Status',
        below(
          shown('Recovered', 'recovered', [
            [true, 'Yes'],
            [false, 'No'],
          ]),
          field('Next Action', 'next'),
        ),
      ],
    ],
    sentBy: orchestrator,
  },
  'status-change': {
    heading: 'Status Change',
    header: [
      ['Entity', 'entity'],
      ['Previous Status', 'previous'],
      ['New Status', 'next'],
      ['Timestamp', 'timestamp'],
      ['Reason', 'reason'],
    ],
    sections: [],
    sentBy: orchestrator,
  },
}
