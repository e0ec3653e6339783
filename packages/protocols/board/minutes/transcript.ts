/** What `pm show <phase>` prints: all of a phase, as one readable page of Markdown (ROOM-155). */
import type { JsonObject } from '@sigma/protocol'
import { quotation } from '../../writing/blocks.ts'
import { code, type Fragment, line } from '../../writing/lines.ts'
import type { DecisionCheck } from '../machine/calls.ts'
import type { Decision, Objection } from '../machine/state.ts'
import { clock } from './chat.ts'
import { messageDocument, phaseDocument, phaseOf } from './documents.ts'
import type { Actor, Message, Minutes, Occurrence, PhaseMinutes, TaskMinutes } from './minutes.ts'
import { usedBy, usedText } from './usage.ts'

/** A decision of the phase with its number in the task, and what was said against it. */
interface Decided {
  readonly number: number
  readonly decision: Decision
  readonly by: Actor | null
  readonly dissent: readonly Dissent[]
}

interface Dissent {
  readonly number: number
  readonly objection: Objection
  readonly why: string
  readonly answer: string | null
}

export function transcriptDocument(minutes: Minutes, phase: PhaseMinutes): JsonObject {
  return {
    ...phaseDocument(minutes, phase),
    messages: phase.messages.map(messageDocument),
    decisions: decisionsIn(minutes, phase).map(({ number, decision, by, dissent }) => ({
      number,
      text: decision.text,
      by: by?.name ?? null,
      vetoed: decision.vetoed,
      check: decision.check === null ? null : { ...decision.check },
      objections: dissent.map(({ number: of, objection, why, answer }) => ({
        number: of,
        by: objection.by,
        role: objection.role,
        blocking: objection.blocking,
        settled: objection.settled,
        why,
        answer,
      })),
    })),
    occurrences: phase.occurrences.map(occurrenceDocument),
    usage: { ...usedBy(phase.usage) },
  }
}

export function occurrenceDocument({ sequence: _, ...occurrence }: Occurrence): JsonObject {
  return 'by' in occurrence
    ? { ...occurrence, by: occurrence.by.name, human: occurrence.by.isHuman }
    : { ...occurrence }
}

export function transcriptMarkdown(minutes: Minutes, phase: PhaseMinutes): string {
  const stands = phaseOf(minutes, phase)
  const task = minutes.board.tasks[phase.task]
  const decisions = decisionsIn(minutes, phase)
  const closed = phase.closed === null ? 'open' : `closed (${phase.closed.reason}) ${phase.closed.at}`
  return `${[
    line`# ${phase.name}`,
    '',
    line`- phase ${code(phase.id)}, ${stands?.type ?? 'discussion'}, of task ${code(phase.task)}: ${task?.description ?? ''}`,
    line`- ${phase.messages.length} of ${stands?.limit ?? 0} messages, opened ${phase.openedAt}, ${closed}`,
    line`- used: ${usedText(usedBy(phase.usage))}`,
    ...(stands == null || stands.rules === null ? [] : ['', '## Rules', '', ...quotation(stands.rules)]),
    '',
    '## Decisions',
    '',
    ...(decisions.length === 0 ? ['None.'] : decisions.flatMap(decisionLines)),
    '',
    '## What was said',
    '',
    ...courseOf(phase),
  ].join('\n')}\n`
}

function decisionLines({ number, decision, by, dissent }: Decided): readonly string[] {
  const check = decision.check === null ? 'no check' : `check: ${checkText(decision.check)}`
  return [
    line`**Decision ${number}**, by ${by === null ? 'nobody known' : actor(by)}, ${check}${decision.vetoed ? ', vetoed' : ''}`,
    '',
    ...quotation(decision.text),
    '',
    ...dissent.flatMap(({ number: of, objection, why, answer }) => [
      line`Objection ${of} by @${objection.by} (${objection.role})${objection.blocking ? ', blocking' : ''}, ${objection.settled ? 'settled' : 'open'}`,
      '',
      ...quotation(why),
      '',
      ...(answer === null ? [] : ['Answer', '', ...quotation(answer), '']),
    ]),
  ]
}

export function checkText(check: DecisionCheck): string {
  switch (check.kind) {
    case 'no-new-dependency':
      return 'no new dependency'
    case 'api-unchanged':
      return `the same exports of ${check.files.join(', ')}`
    case 'command':
      return `${check.command}${check.withinMs === null ? '' : ` within ${check.withinMs} ms`}`
  }
}

/** Decisions that were taken in the phase or after it, each with the objections to it. */
function decisionsIn({ board, tasks }: Minutes, { id, task }: PhaseMinutes): readonly Decided[] {
  const [stands, minutes] = [board.tasks[task], tasks.get(task)]
  if (stands === undefined || minutes === undefined) return []
  return stands.decisions.flatMap((decision, at) =>
    decision.phase === id
      ? [
          {
            number: at + 1,
            decision,
            by: minutes.decisions[at]?.by ?? null,
            dissent: dissentOf(stands.objections, minutes, at + 1),
          },
        ]
      : [],
  )
}

function dissentOf(
  objections: readonly Objection[],
  { objections: recorded }: TaskMinutes,
  decision: number,
): readonly Dissent[] {
  return objections.flatMap((objection, at) => {
    const { why = '', answer = null } = recorded[at] ?? {}
    return objection.decision === decision ? [{ number: at + 1, objection, why, answer: answer?.text ?? null }] : []
  })
}

/** Messages, and between them what happened. */
function courseOf({ messages, occurrences }: PhaseMinutes): readonly string[] {
  const between = Map.groupBy(occurrences, ({ after }) => after)
  const told = (after: number): readonly string[] =>
    (between.get(after) ?? []).flatMap((occurrence) => [
      line`- ${clock(occurrence.at)} ${occurrenceText(occurrence)}`,
      '',
    ])
  return [...told(0), ...messages.flatMap((message) => [...messageLines(message), ...told(message.number)])]
}

function messageLines({ number, author, at, content }: Message): readonly string[] {
  return [line`**${number}. ${actor(author)}** ${clock(at)}`, '', ...quotation(content), '']
}

/** In Markdown as text: a role's or person's name is what somebody chose. */
const actor = ({ name, role, isHuman }: Actor): Fragment =>
  isHuman
    ? { markdown: line`${name} (person)` }
    : { markdown: role === null ? line`${name}` : line`@${name} (${role})` }

/** What happened, in a sentence; texts of others in it are no Markdown yet. */
export function occurrenceText(occurrence: Occurrence): string {
  switch (occurrence.kind) {
    case 'opened':
      return `${who(occurrence.by)} opened the phase for ${occurrence.limit} messages`
    case 'joined':
      return `@${occurrence.agent} (${occurrence.role}) joined`
    case 'respawned':
      return `@${occurrence.agent} (${occurrence.role}) was respawned: ${occurrence.cause}`
    case 'lost':
      return `@${occurrence.agent} (${occurrence.role}) was lost: a person is asked`
    case 'interrupted':
      return `@${occurrence.agent} (${occurrence.role}) was interrupted: ${occurrence.cause}`
    case 'exited':
      return `@${occurrence.agent} (${occurrence.role}) exited: ${occurrence.why}`
    case 'limit':
      return `${who(occurrence.by)} changed the limit from ${occurrence.from} to ${occurrence.to} messages`
    case 'paused':
      return `${who(occurrence.by)} paused the phase`
    case 'resumed':
      return `${who(occurrence.by)} resumed the phase`
    case 'near-limit':
      return `the owner was told that ${occurrence.left} messages are left`
    case 'decision':
      return `${who(occurrence.by)} recorded decision ${occurrence.number}`
    case 'objection':
      return `${who(occurrence.by)} recorded objection ${occurrence.number}`
    case 'objection-answered':
      return `${who(occurrence.by)} answered objection ${occurrence.number}: ${occurrence.text}`
    case 'escalated':
      return `${who(occurrence.by)} took decision ${occurrence.number} to a person: ${occurrence.text}`
    case 'vetoed':
      return `${who(occurrence.by)} took decision ${occurrence.number} back: ${occurrence.text}`
    case 'voted':
      return `${who(occurrence.by)} ${occurrence.approves ? 'approved' : 'rejected'}: ${occurrence.text}`
    case 'held':
      return `${who(occurrence.by)} holds the floor for ${occurrence.seconds} s${occurrence.text === null ? '' : `: ${occurrence.text}`}`
    case 'closed':
      return `the phase closed: ${occurrence.reason}${occurrence.text === null ? '' : `, ${occurrence.text}`}`
    case 'status':
      return `the task became ${occurrence.to}`
    case 'redirected':
      return `${who(occurrence.by)} left a note for the owner: ${occurrence.text}`
    case 'restarted':
      return `${who(occurrence.by)} gave the task to a fresh owner, @${occurrence.owner}`
    case 'acknowledged':
      return `${who(occurrence.by)} acknowledged the note`
    case 'waits':
      return `${who(occurrence.by)} waits ${occurrence.text}`
    case 'event':
      return `${who(occurrence.by)} told of the event ${occurrence.text}`
    case 'asked':
      return `a person is asked: ${occurrence.text}`
    case 'told':
      return `the owner was told: ${occurrence.text}`
    case 'answered':
      return `${who(occurrence.by)} answered with ${occurrence.option}: ${occurrence.question}`
  }
}

const who = ({ name, role, isHuman }: Actor): string =>
  isHuman ? `${name} (person)` : role === null ? name : `@${name} (${role})`
