/** The nine statuses, who sets them, and how they may follow each other (VAL-47 to VAL-49). */
export const statuses = [
  'PENDING',
  'IN_PROGRESS',
  'AWAITING_FIX',
  'FIXING',
  'RE_CHECKING',
  'PASS',
  'FAIL',
  'ESCALATED',
  'COMPLETED',
] as const
export type Status = (typeof statuses)[number]

export const parties = ['orchestrator', 'specialist', 'main agent'] as const
export type Party = (typeof parties)[number]

const setters: Readonly<Record<Status, readonly Party[]>> = {
  PENDING: ['orchestrator'],
  IN_PROGRESS: ['orchestrator', 'specialist'],
  AWAITING_FIX: ['orchestrator'],
  FIXING: ['main agent'],
  RE_CHECKING: ['specialist'],
  PASS: ['specialist'],
  FAIL: ['specialist'],
  ESCALATED: ['orchestrator'],
  COMPLETED: ['orchestrator'],
}

const followers: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ['IN_PROGRESS'],
  IN_PROGRESS: ['PASS', 'FAIL', 'ESCALATED'],
  AWAITING_FIX: ['FIXING', 'ESCALATED'],
  FIXING: ['RE_CHECKING', 'ESCALATED'],
  RE_CHECKING: ['PASS', 'FAIL', 'ESCALATED'],
  PASS: ['COMPLETED'],
  FAIL: ['AWAITING_FIX', 'ESCALATED'],
  ESCALATED: ['RE_CHECKING', 'AWAITING_FIX', 'COMPLETED'],
  COMPLETED: [],
}

export type Move =
  | { readonly kind: 'moved'; readonly status: Status }
  | { readonly kind: 'refused'; readonly rule: 'no-such-transition' | 'not-theirs-to-set'; readonly reason: string }

/** A party has a specialist's status change. Where it is refused, nothing changes. */
export function move(from: Status, to: Status, by: Party): Move {
  if (!followers[from].includes(to))
    return { kind: 'refused', rule: 'no-such-transition', reason: `${to} does not follow ${from}.` }
  if (!setters[to].includes(by))
    return { kind: 'refused', rule: 'not-theirs-to-set', reason: `${to} is not set by the ${by}.` }
  return { kind: 'moved', status: to }
}
