/**
 * A letter: one writes it, Sigma looks for a greeting, another reads it. Small, and with words of its own, to try that a
 * protocol is one folder.
 *
 *     writing ──PC──▶ greeting ──pass──▶ reading ──PA──▶ over
 *        ▲                │ fail            │ NR
 *        ├───tries left───┴─────────────────┘
 *        └──again── asking ◀── no tries left, any failure      asking ──abort──▶ over
 */
import type { Answered, Ask, Brief, Called, Effect, Event, Finding, Judged, Protocol, Step } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { z } from 'zod'

export interface LetterInput {
  readonly to: string
  readonly base: string
  readonly tries: number
  readonly turnMs: number
}

/** `wishes`: what was asked for meanwhile, oldest first. */
export interface LetterState {
  readonly kind: 'writing' | 'greeting' | 'reading' | 'asking' | 'over'
  readonly input: LetterInput
  readonly head: string
  readonly left: number
  readonly wishes: readonly string[]
}

type LetterStep = Step<LetterState>

function start(input: LetterInput): LetterStep {
  return write({ kind: 'writing', input, head: input.base, left: input.tries, wishes: [] }, [])
}

function step(state: LetterState, event: Event): LetterStep {
  if (event.kind === 'called') return called(state, event)
  if (state.kind === 'over') return { state, effects: [] }
  switch (event.kind) {
    case 'answered':
      return answered(state, event)
    case 'judged':
      return judged(state, event)
    case 'failed':
      return consult(state, 'halted', event.findings)
    case 'decided':
      if (event.option === 'abort') return end(state, 'aborted')
      return write({ ...state, left: state.input.tries }, [])
    default:
      return { state, effects: [] }
  }
}

function answered(state: LetterState, { code, commit, message }: Answered): LetterStep {
  if (failureCodes.includes(code))
    return consult(state, 'halted', [{ rule: 'gave-up', message, remedy: 'See what kept the agent from it.' }])
  if (state.kind === 'writing') return greet({ ...state, head: commit ?? state.head })
  if (code === 'PA') return end(state, 'completed')
  return again(state, [{ rule: 'not-understood', message, remedy: 'Write what the reader misses.' }])
}

function judged(state: LetterState, { verdict, findings }: Judged): LetterStep {
  return verdict === 'pass' ? read(state) : again(state, findings)
}

function again(state: LetterState, reasons: readonly Finding[]): LetterStep {
  if (state.left <= 1) return consult(state, 'escalated', reasons)
  return write({ ...state, left: state.left - 1 }, reasons)
}

function write(state: LetterState, refused: readonly Finding[]): LetterStep {
  const { to } = state.input
  const purpose = `Write a letter to ${to}, which begins with a greeting.`
  const said = { purpose, from: 'engine', context: { to, wishes: state.wishes }, refused }
  const ask = askOf(state, 'write', said, { role: 'writer', phase: 'Write', codes: ['PC'], writes: ['letter.txt'] })
  return { state: { ...state, kind: 'writing' }, effects: [ask] }
}

function greet(state: LetterState): LetterStep {
  const check: Effect = {
    kind: 'check',
    id: 'greeting',
    at: { unit: 'letter', step: 'write', part: 'greeting' },
    gate: 'greeting',
    commit: state.head,
    parameters: { to: state.input.to },
  }
  return { state: { ...state, kind: 'greeting' }, effects: [check] }
}

function read(state: LetterState): LetterStep {
  const { to } = state.input
  const context = { to, letterPath: 'letter.txt' }
  const said = { purpose: `Read the letter as ${to} would.`, from: 'writer', context, refused: [] }
  const ask = askOf(state, 'read', said, { role: 'reader', phase: 'Read', codes: ['PA', 'NR'], writes: [] })
  return { state: { ...state, kind: 'reading' }, effects: [ask] }
}

type Said = Pick<Brief, 'purpose' | 'from' | 'context' | 'refused'>
type Asked = Pick<Ask, 'role' | 'phase' | 'codes' | 'writes'>

function askOf({ input, head }: LetterState, id: 'write' | 'read', said: Said, asked: Asked): Ask {
  return {
    kind: 'ask',
    id,
    at: { unit: 'letter', step: id },
    ...asked,
    brief: { type: id, subject: input.to, documents: [], parameters: {}, ...said },
    workspace: 'desk',
    base: head,
    limitMs: input.turnMs,
    retry: [],
  }
}

function consult(state: LetterState, status: 'escalated' | 'halted', reasons: readonly Finding[]): LetterStep {
  const question: Effect = {
    kind: 'consult',
    id: 'what-now',
    at: { unit: 'letter', step: 'write', role: 'writer' },
    question: `The letter to ${state.input.to} is not done. What now?`,
    options: [
      { name: 'again', consequence: 'It is written anew.', input: null },
      { name: 'abort', consequence: 'No letter is sent.', input: null },
    ],
    fallback: 'abort',
    expiryMs: null,
    status,
    reasons,
  }
  return { state: { ...state, kind: 'asking' }, effects: [question] }
}

function end(state: LetterState, outcome: 'completed' | 'aborted'): LetterStep {
  const isDone = outcome === 'completed'
  const summary = isDone ? `The letter to ${state.input.to} is written and read.` : 'No letter is sent.'
  const result = isDone ? { commit: state.head } : {}
  return { state: { ...state, kind: 'over' }, effects: [{ kind: 'end', outcome, summary, reasons: [], result }] }
}

const wishSchema = z.object({ text: z.string().min(1) })

/** A wish is told in the next turn that writes. */
function called(state: LetterState, { call, verb, arguments: given }: Called): LetterStep {
  const wish = wishSchema.safeParse(given)
  if (state.kind === 'over' || verb !== 'wish' || !wish.success) {
    const reason = `The letter is ${state.kind}; it takes no ${verb} now, or not this one.`
    return { state, effects: [{ kind: 'refuse', call, rule: 'no-wish', reason, remedy: 'sigma status' }] }
  }
  const wishes = [...state.wishes, wish.data.text]
  return { state: { ...state, wishes }, effects: [{ kind: 'reply', call, data: { wishes: wishes.length } }] }
}

export const letter: Protocol<LetterInput, LetterState> = {
  name: 'letter',
  version: 1,
  input: z.object({
    to: z.string(),
    base: z.string(),
    tries: z.int().min(1),
    turnMs: z.int().min(1),
  }),
  start,
  step,
  calls: ({ kind }) => (kind === 'over' ? [] : [{ verb: 'wish', samples: [{ text: 'shorter' }] }]),
  abstract: ({ kind, left }) => [kind, left],
  label: ({ kind, left }) => (kind === 'over' ? kind : `${kind} (${left} left)`),
  invariants: [{ name: 'a try is left', holds: ({ left }) => left >= 1 }],
}
