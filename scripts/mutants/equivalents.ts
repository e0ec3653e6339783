/** Mutants that behave as the source does, each with the reason. */
export interface Equivalent {
  readonly file: string
  readonly within: string
  /** The mutant as the tool tells it. */
  readonly what: string
  readonly why: string
}

const kernel = 'packages/protocol/src/kernel'
const onlyFaster = 'It only spares copies of what stays the same.'

export const equivalents: readonly Equivalent[] = [
  {
    file: `${kernel}/budgets.ts`,
    within: 'sumOf',
    what: 'returns true: figure !== undefined',
    why: 'What is undefined is not at least 0, so the next filter leaves it out; this one is there for its type.',
  },
  {
    file: `${kernel}/budgets.ts`,
    within: 'microdollars',
    what: 'never: usd === undefined',
    why: 'The product is no number then, and is left out as what is undefined is.',
  },
  {
    file: `${kernel}/budgets.ts`,
    within: 'booked',
    what: "never: effect.kind !== 'ask'",
    why: 'Nothing but an ask begins or says what it used, and what did neither books nothing.',
  },
  {
    file: `${kernel}/advance.ts`,
    within: 'closed',
    what: "always: event.kind === 'failed' || event.kind === 'answered'",
    why: 'No other event closes an ask, and nothing but asks is booked.',
  },
  {
    file: `${kernel}/attempts.ts`,
    within: 'settle',
    what: "always: effect.kind === 'ask'",
    why: 'Only agents wait in the name of an attempt, so nobody waits in the name of another effect.',
  },
  { file: `${kernel}/calls.ts`, within: 'dropCallsOf', what: 'never: draft.calls === none', why: onlyFaster },
  {
    file: `${kernel}/calls.ts`,
    within: 'dropCallsOf',
    what: 'never: staying.length === waiting.callers.length',
    why: onlyFaster,
  },
  { file: `${kernel}/entries.ts`, within: 'without', what: 'never: isOnly(entries, name)', why: onlyFaster },
  { file: `${kernel}/entries.ts`, within: 'isOnly', what: 'always: other !== name', why: onlyFaster },
  {
    file: `${kernel}/entries.ts`,
    within: 'isOnly',
    what: 'returns false: { for (const other in entries) if (other !== name) return false return',
    why: onlyFaster,
  },
  { file: `${kernel}/wishes.ts`, within: 'carryOut', what: 'never: draft.effects.length === 0', why: onlyFaster },
]
