/** What is tried before an error is a person's to decide (VAL-84), and how it is told. */
import type { Failed, Finding } from '@sigma/protocol'
import { change, type Draft, limitsOf, specialistIn, tell } from './draft.ts'
import { escalate } from './escalating.ts'
import { errorNotification, violationNotice } from './messages/errors.ts'
import { reportStem } from './messages/failures.ts'
import { requestStem } from './messages/fixes.ts'
import type { Cause, ErrorType } from './records/bodies.ts'
import type { Specialist, Tries, Work } from './state.ts'

/** As an operation begins. */
export function freshTries(draft: Draft): Tries {
  const { deliveries, reasks, errors } = limitsOf(draft)
  return { deliveries: deliveries - 1, reasks, errors, attempted: [], refused: [] }
}

type Trying = Extract<Work, { readonly kind: 'check' | 'report' | 'fix' }>

export const isTrying = (work: Work): work is Trying =>
  work.kind === 'check' || work.kind === 'report' || work.kind === 'fix'

interface Handling {
  readonly left: 'deliveries' | 'reasks' | 'errors' | null
  readonly action: string
  /** The reason of the escalation. */
  readonly cause: (work: Trying) => Cause
}

const handlings: Readonly<Record<ErrorType, Handling>> = {
  Communication: {
    left: 'deliveries',
    action: 'Delivered the message again.',
    cause: () => 'communication',
  },
  'Invalid Response': {
    left: 'reasks',
    action: 'Sent a protocol violation notice and asked again.',
    cause: ({ kind }) => (kind === 'check' ? 'specialist-error' : 'invalid-response'),
  },
  'Specialist Failure': {
    left: 'errors',
    action: 'Ran the specialist once more.',
    cause: () => 'specialist-error',
  },
  Unresponsive: { left: null, action: '', cause: () => 'unresponsive' },
}

/** A turn or a check that brought nothing to read. `otherwise`: the type of a failure that has none of its own. */
export function turnFailed(draft: Draft, name: string, { cause, findings }: Failed, otherwise: ErrorType): void {
  switch (cause) {
    case 'budget':
      escalate(draft, name, ['budget-spent'], findings)
      return
    case 'late':
    case 'timeout':
      escalate(draft, name, ['timeout'], findings)
      return
    case 'unavailable':
      failedOnce(draft, name, 'Communication', findings)
      return
    case 'invalid':
    case 'trespass':
      failedOnce(draft, name, 'Invalid Response', findings)
      return
    default:
      failedOnce(draft, name, otherwise, findings)
  }
}

/** Something did not work: it is tried again while it may be, and escalated then. No status changes by it alone. */
export function failedOnce(draft: Draft, name: string, type: ErrorType, reasons: readonly Finding[]): void {
  const one = specialistIn(draft, name)
  const { work } = one
  if (!isTrying(work)) return
  const { left, action, cause } = handlings[type]
  const { tries } = work
  const again = left !== null && tries[left] > 0
  const attempted = again ? [...tries.attempted, action] : tries.attempted
  const next = again ? 'try again' : 'escalate'
  tell(
    draft,
    errorNotification(draft.run.input, one, {
      type,
      context: contextOf(one),
      reasons,
      attempted,
      recovered: false,
      next,
    }),
  )
  if (type === 'Invalid Response')
    tell(draft, violationNotice(draft.run.input, one, violated(draft, one, work, reasons[0] ?? unsaid)))
  if (!again) {
    escalate(draft, name, [cause(work)], reasons)
    return
  }
  const refused = type === 'Invalid Response' ? [...tries.refused, ...reasons] : tries.refused
  const less: Tries = { ...tries, [left]: tries[left] - 1, attempted, refused }
  change(draft, name, { work: { ...work, open: false, tries: less } })
}

const unsaid: Finding = {
  rule: 'answer-invalid',
  message: 'The answer is not as it must be.',
  remedy: 'Answer in the form that is expected.',
}

const contextOf = ({ work, name }: Specialist): string =>
  `${work.kind === 'check' ? 'check' : work.kind === 'report' ? 'failure report' : 'fix'} of ${name}`

function violated(draft: Draft, one: Specialist, work: Trying, finding: Finding) {
  const forms = {
    check: {
      message: `the check of ${one.name}`,
      by: 'specialist',
      expected: 'VP or VF, with the failures and what was examined as data',
    },
    report: { message: reportStem(draft.run.input, one), by: 'main agent', expected: 'AK' },
    fix: {
      message: requestStem(draft.run, one),
      by: 'main agent',
      expected: 'FD, with the changed files, or the reason why none changed',
    },
  } as const
  return { ...forms[work.kind], finding }
}

/** What was tried again came to be (VAL-92). */
export function recovered(draft: Draft, name: string): void {
  const one = specialistIn(draft, name)
  if (!isTrying(one.work) || one.work.tries.attempted.length === 0) return
  const { attempted } = one.work.tries
  const last = attempted.at(-1)
  const type =
    (['Communication', 'Invalid Response', 'Specialist Failure'] as const).find(
      (each) => handlings[each].action === last,
    ) ?? 'Communication'
  tell(
    draft,
    errorNotification(draft.run.input, one, {
      type,
      context: contextOf(one),
      reasons: [],
      attempted,
      recovered: true,
      next: 'continue',
    }),
  )
}
