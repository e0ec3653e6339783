/** What `pm status` prints: tasks as a tree, with their phases and agents (ROOM-39, ROOM-47). */
import { type Allowance, amountText, type JsonObject } from '@sigma/protocol'
import { oneLine } from '../../writing/blocks.ts'
import type { Task } from '../machine/state.ts'
import { shownName } from './chat.ts'
import { agentDocument, phaseDocument, phaseOf, taskDocument } from './documents.ts'
import type { Minutes, PhaseMinutes, TaskMinutes } from './minutes.ts'
import { usedBy, usedText } from './usage.ts'

export function statusDocument(minutes: Minutes): JsonObject {
  return {
    run: minutes.run,
    reset: minutes.end?.isReset === true,
    tasks: rootsOf(minutes).map((task) => taskNode(minutes, task)),
    agents: [...minutes.active.values()].map((agent) => ({
      ...agentDocument(agent),
      respawns: agent.respawns,
      usage: { ...usedBy(agent.usage) },
    })),
    decisions: questionsIn(minutes).map(({ id, task, question }) => ({ id, task, question })),
  }
}

function taskNode(minutes: Minutes, task: TaskMinutes): JsonObject {
  const stands = minutes.board.tasks[task.id]
  return {
    ...taskDocument(minutes, task),
    doing: stands === undefined ? null : { ...stands.doing },
    waiting: stands === undefined || stands.outside === null ? null : { ...stands.outside },
    ...(stands !== undefined && stands.redirect !== null && { redirect: stands.redirect }),
    usage: { ...usedBy(task.usage) },
    ...budgetNode(minutes, task),
    phases: task.phases.map((phase) => ({
      ...phaseDocument(minutes, phase),
      count: phase.messages.length,
      usage: { ...usedBy(phase.usage) },
    })),
    children: childrenOf(minutes, task).map((child) => taskNode(minutes, child)),
  }
}

/** What bounds the task with all that is below it (ROOM-148). */
const budgetsIn = ({ budgets }: Minutes, { id }: TaskMinutes): readonly Allowance[] =>
  budgets.filter(({ budget }) => budget.of === id)

/** In the units of the kernel: milliseconds, and millionths of a dollar. */
function budgetNode(minutes: Minutes, task: TaskMinutes): JsonObject {
  const budgets = budgetsIn(minutes, task)
  if (budgets.length === 0) return {}
  return { budgets: budgets.map(({ budget: { unit }, granted, left, unsaid }) => ({ unit, granted, left, unsaid })) }
}

/** `at least 1,200 tokens of 5,000 tokens; 2 turns did not say`. */
function budgetText({ budget: { unit }, granted, left, unsaid }: Allowance): string {
  const used = amountText(unit, Math.max(0, granted - left))
  const silent = unsaid === 0 ? '' : `; ${unsaid} ${unsaid === 1 ? 'turn' : 'turns'} did not say`
  return `${unsaid === 0 ? '' : 'at least '}${used} of ${amountText(unit, granted)}${left <= 0 ? ', spent' : ''}${silent}`
}

export function statusText(minutes: Minutes): string {
  if (minutes.end?.isReset === true) return 'No task: the board was cleared. What was said stays in its journal.'
  if (minutes.tasks.size === 0) return 'No task yet.'
  const questions = questionsIn(minutes).map(
    ({ id, task, question }) => `  ${id}${task === null ? '' : ` of ${task}`}: ${oneLine(question, 200)}`,
  )
  return [
    ...rootsOf(minutes).flatMap((task) => taskLines(minutes, task, '')),
    ...(questions.length === 0 ? [] : ['waits for a person (sigma inbox):', ...questions]),
  ].join('\n')
}

function taskLines(minutes: Minutes, task: TaskMinutes, indent: string): readonly string[] {
  const stands = minutes.board.tasks[task.id]
  if (stands === undefined) return []
  const inner = `${indent}  `
  const owner = stands.owner === null ? 'no owner yet' : `@${stands.owner.name}`
  const blockers = stands.blockedBy.length === 0 ? '' : `, blocked by ${stands.blockedBy.join(', ')}`
  const open = stands.objections.filter(({ settled }) => !settled).length
  return [
    `${indent}${task.id} ${stands.status}: ${oneLine(stands.description, 100)}`,
    `${inner}${owner}${doingText(stands)}${blockers}`,
    ...(stands.redirect === null
      ? []
      : [`${inner}a person's note waits for the owner: ${oneLine(stands.redirect, 100)}`]),
    ...(open === 0 ? [] : [`${inner}open objections: ${open}`]),
    ...(task.usage.turns === 0 ? [] : [`${inner}used: ${usedText(usedBy(task.usage))}`]),
    ...budgetsIn(minutes, task).map((each) => `${inner}budget: ${budgetText(each)}`),
    ...task.phases.map((phase) => `${inner}${phaseLine(minutes, phase)}`),
    ...childrenOf(minutes, task).flatMap((child) => taskLines(minutes, child, inner)),
  ]
}

function phaseLine(minutes: Minutes, phase: PhaseMinutes): string {
  const stands = phaseOf(minutes, phase)
  const standing = phase.closed === null ? (stands?.status ?? 'active') : `closed (${phase.closed.reason})`
  const seated = stands?.seats.filter(({ name }) => minutes.active.has(name)) ?? []
  const agents = seated.map(({ name, role, status }) => `@${name} (${shownName(role)}) ${status}`)
  const who = agents.length === 0 ? '' : `; ${agents.join(', ')}`
  return `${phase.id} ${phase.messages.length}/${stands?.limit ?? 0} ${standing}${who}: ${oneLine(phase.name, 60)}`
}

function doingText({ doing, outside: waited }: Task): string {
  switch (doing.kind) {
    case 'turn':
      return ', at work'
    case 'nothing':
      return ''
    case 'phase':
      return ', waits for its phase'
    case 'children':
      return ', waits for its children'
    case 'joining':
      return ', the work of others is joined to its own'
    case 'landing':
      return `, landing (${doing.stage})`
    case 'outside':
      if (waited === null) return ', waiting'
      return `, waiting for ${waited.event === null ? outside[waited.for] : `the event ${shownName(waited.event)}`}`
    case 'deciding':
      return ', waits for a decision'
  }
}

const outside = { answer: 'an answer', time: 'a time', event: 'an event' } as const

/** Of a board that was cleared: none (ROOM-41). */
const rootsOf = ({ tasks, board, end }: Minutes): readonly TaskMinutes[] =>
  end?.isReset === true ? [] : [...tasks.values()].filter(({ id }) => board.tasks[id]?.parent == null)

const childrenOf = ({ tasks }: Minutes, { children }: TaskMinutes): readonly TaskMinutes[] =>
  children.flatMap((id) => tasks.get(id) ?? [])

/** What a person is asked now. */
function questionsIn({
  open,
}: Minutes): readonly { readonly id: string; readonly task: string | null; readonly question: string }[] {
  return Object.values(open).flatMap(({ effect }) =>
    effect.kind === 'consult' ? [{ id: effect.id, task: effect.at.unit ?? null, question: effect.question }] : [],
  )
}
