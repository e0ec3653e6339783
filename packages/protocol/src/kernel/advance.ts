/**
 * The kernel: what stands between a protocol and the world. It is as pure as the protocol, and the same for the
 * explorer, the simulation and every host. What holds (numbers are those of the design's rules):
 *
 *  1. Open effects, waiting calls, keys, attempts, retries and the budgets are the kernel's; `step` sees none.
 *  2. An event that fits no open attempt is `late` and never reaches `step`; a late decision is refused by name.
 *  3. Whatever closes an open effect reaches `step`, but for the failures that a retry follows.
 *  4. `stop` closes at once.   5. `end` flushes replies, cancels what is open, refuses what waits.
 *  6. Retries are data.        7. `interrupted` and `limited` cost none.
 *  8. The first event to arrive closes an effect; the order of the journal decides every race.
 *  9. A call's key is new, recorded or pending.
 * 11. An ask that a budget does not reach is not asked: `step` hears `failed` (budget). What a person grants answers the
 *     other questions about that budget as well, as far as it reaches.
 * 12. A run pins protocol and version: an event of another one is not stepped.
 *
 * Deliberately absent: time limits and reminders of them, process ids, expiry of decisions. They are the host's, and come in as events.
 */

import { closers, legalCodes } from '../closers.ts'
import type { Ask, Message } from '../effect.ts'
import type { Answered, Called, Decided, Envelope, EventBody, Failed, Recorded } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Kinded } from '../protocol.ts'
import { cancel, keepSession, retry, settle } from './attempts.ts'
import { allowancesOf, booked, refusals, whoseTurn } from './budgets.ts'
import { admit, runEnded } from './calls.ts'
import { answeredTooType, decisionsWith, notOpen, unknownOption } from './decisions.ts'
import { act, advanceOf, type Draft, draftOf } from './draft.ts'
import { entry, none, withEntry, without } from './entries.ts'
import { extended, isFilledUp } from './extension.ts'
import type { Advance, Disposition, Kernel, Machine, Open } from './kernel.ts'
import { notLegal } from './late.ts'
import { decideLate } from './lateness.ts'
import { noReplies, replyTo } from './replies.ts'
import { costsNothing, mayRetry } from './retry.ts'
import { apply, refuseUnaffordable, take } from './wishes.ts'

/**
 * Takes one event in: the run as it stands afterwards, and what the host must do once that is committed.
 * `kernel` is null for the first event only, which is `started` with an input that the protocol's schema accepts;
 * anything else there is a bug of the host, and throws.
 */
export function advance<Input, State extends Kinded>(
  machine: Machine<Input, State>,
  kernel: Kernel<State> | null,
  recorded: Recorded,
): Advance<State> {
  if (kernel === null) return start(machine, recorded)
  const draft = draftOf(machine, kernel, recorded)
  const disposition = dispose(machine, draft, recorded)
  if (disposition === 'late') draft.refusal = notLegal(machine.protocol, kernel, recorded.event)
  return advanceOf(draft, disposition)
}

function start<Input, State extends Kinded>(machine: Machine<Input, State>, recorded: Recorded): Advance<State> {
  if (recorded.event.kind !== 'started') throw new RangeError(`A run begins with started, not ${recorded.event.kind}.`)
  const first = machine.protocol.start(machine.protocol.input.parse(recorded.event.input))
  const empty = { open: none, calls: none, keys: noReplies, decisions: [], sessions: none, more: none, outcome: null }
  const budgets = allowancesOf(machine.budgets)
  const draft = draftOf(machine, { status: 'running', state: first.state, budgets, ...empty }, recorded)
  take(draft, first)
  return advanceOf(draft, 'applied')
}

function dispose<Input, State extends Kinded>(
  machine: Machine<Input, State>,
  draft: Draft<State>,
  { envelope, event }: Recorded,
): Disposition {
  const { protocol } = machine
  if (envelope.protocol !== protocol.name || envelope.version !== protocol.version) {
    return refuse(draft, pinnedElsewhere(envelope))
  }
  switch (event.kind) {
    case 'started':
      return 'late'
    case 'called':
      return called(draft, event, envelope)
    case 'decided':
      return decided(draft, event, envelope)
    case 'begun':
      return begun(draft, event.id, event.session, envelope)
    default:
      return closed(draft, event, envelope)
  }
}

function called<State extends Kinded>(draft: Draft<State>, event: Called, { key }: Envelope): Disposition {
  if (draft.outcome !== null && replyTo(draft.keys, key) === undefined) {
    const reason = `${runEnded.reason} It is ${draft.state.kind}, and takes no ${event.verb}.`
    act(draft, { kind: 'respond', call: event.call, result: { ...runEnded, reason } })
    return refuse(draft, { rule: runEnded.rule, message: reason, remedy: runEnded.remedy })
  }
  const disposition = admit(draft, event, key)
  if (disposition !== 'applied') return disposition
  apply(draft, event)
  const refusal = draft.effects.find((effect) => effect.kind === 'refuse' && effect.call === event.call)
  if (refusal?.kind === 'refuse') {
    draft.refusal = { rule: refusal.rule, message: refusal.reason, remedy: refusal.remedy }
  }
  return disposition
}

function decided<State>(draft: Draft<State>, event: Decided, { attempt }: Envelope): Disposition {
  const open = entry(draft.open, event.id)
  if (open?.effect.kind !== 'consult' || (attempt !== null && attempt !== open.attempt)) {
    return event.by === 'expiry' ? 'late' : refuse(draft, notOpen(draft.decisions, event))
  }
  if (open.effect.options.every(({ name }) => name !== event.option)) {
    return refuse(draft, unknownOption(open.effect, event))
  }
  draft.decisions = decisionsWith(draft.decisions, event)
  decideLate(draft, open, event)
  const fillsUp = event.option === 'extend' && open.lateAsk === undefined
  if (fillsUp) draft.budgets = extended(draft.budgets, open.effect, event)
  settle(draft, open)
  apply(draft, event)
  if (fillsUp) answerOthers(draft, event)
  return 'applied'
}

/** A person is asked once for a spent budget: extending it answers all other questions that wait for that alone. */
function answerOthers<State>(draft: Draft<State>, granted: Decided): void {
  for (const { effect, attempt } of Object.values(draft.open)) {
    const open = entry(draft.open, effect.id)
    if (effect.kind !== 'consult' || open?.attempt !== attempt || !isFilledUp(draft.budgets, effect)) continue
    const event: Decided = { ...granted, id: effect.id, input: null }
    draft.decisions = decisionsWith(draft.decisions, event)
    cancel(draft, open, 0)
    act(draft, { kind: 'tell', message: answeredToo(event, granted), to: null })
    apply(draft, event)
  }
}

function answeredToo({ id, option, by }: Decided, granted: Decided): Message {
  const message = `${id} is answered by what ${by} gave for ${granted.id}.`
  return { type: answeredTooType, data: { message, id, option, by } }
}

function begun<State>(draft: Draft<State>, id: string, session: string | null, { attempt }: Envelope): Disposition {
  const open = entry(draft.open, id)
  if (open?.effect.kind !== 'ask' || open.attempt !== attempt) return 'late'
  draft.open = withEntry(draft.open, id, { ...open, session, begunTick: draft.tick })
  return 'noted'
}

type Closing = Exclude<EventBody, { readonly kind: 'started' | 'called' | 'decided' | 'begun' }>

function closed<State>(draft: Draft<State>, event: Closing, { attempt }: Envelope): Disposition {
  const open = entry(draft.open, event.id)
  if (open === undefined || !closers[open.effect.kind].includes(event.kind)) return 'late'
  if (open.attempt !== attempt && !(open.effect.kind === 'set-timer' && attempt === null)) return 'late'
  if (event.kind === 'failed' || event.kind === 'answered')
    draft.budgets = booked(draft.budgets, open, event, draft.tick)
  if (event.kind === 'failed') return failed(draft, open, event)
  if (event.kind === 'answered' && open.effect.kind === 'ask') {
    if (!legalCodes(open.effect).includes(event.code)) return failed(draft, open, illegal(open.effect, event))
  }
  settle(draft, open)
  draft.sessions = without(draft.sessions, event.id)
  apply(draft, event)
  return 'applied'
}

function failed<State>(draft: Draft<State>, open: Open, event: Failed): Disposition {
  const { effect } = open
  const granted = effect.kind === 'ask' && mayRetry(effect, open.failures, event.cause, draft.tick)
  if (granted || costsNothing(event.cause)) {
    retry(draft, open, event)
    if (draft.unaffordable.length === 0) return 'retried'
    refuseUnaffordable(draft)
    return 'applied'
  }
  settle(draft, open)
  const { cause } = event
  const wentOn = entry(draft.sessions, effect.id) !== undefined
  if (cause === 'budget' || cause === 'late' || (cause === 'crash' && !wentOn)) keepSession(draft, open)
  else draft.sessions = without(draft.sessions, effect.id)
  if (cause === 'late') draft.lateAsk = effect.id
  apply(draft, { ...event, findings: findingsOf(draft, open, event), final: true })
  return 'applied'
}

/** A turn that was cut because its time was spent is told of as one that could not begin. */
function findingsOf<State>(
  { budgets }: Draft<State>,
  { effect }: Open,
  { cause, findings }: Failed,
): readonly Finding[] {
  const spent = cause === 'budget' && effect.kind === 'ask' ? refusals(budgets, whoseTurn(effect), 'none') : []
  return spent.length > 0 ? spent : findings
}

/** An answer with an illegal code counts as a failed attempt; readers of answers refuse it earlier, while its author can still answer (DPTR-27, DPTR-29). */
function illegal(ask: Ask, { id, code, output }: Answered): Failed {
  const finding: Finding = {
    rule: 'answer-illegal',
    message: `${code} is not legal for ${ask.role} in ${ask.phase}.`,
    remedy: `Answer with one of: ${legalCodes(ask).join(', ')}.`,
  }
  return { kind: 'failed', id, cause: 'invalid', findings: [finding], evidence: output ?? null, final: false }
}

function refuse<State>(draft: Draft<State>, refusal: Finding): Disposition {
  draft.refusal = refusal
  return 'refused'
}

function pinnedElsewhere({ protocol, version }: Envelope): Finding {
  return {
    rule: 'other-version',
    message: `This event belongs to ${protocol} version ${version}, which is not at hand.`,
    remedy: 'Use the Sigma that the run was started with.',
  }
}
