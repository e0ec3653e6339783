/**
 * What came about since an owner was asked. Whoever is begun again, after a death or with a new host, is told the words of
 * the first time; what its task has become since then is told beside them (ROOM-136).
 */
import { effectOfAttempt } from '@sigma/protocol'
import { z } from 'zod'
import type { Phase, Task } from '../machine/state.ts'
import { agentCalling } from './callers.ts'
import type { Minutes } from './minutes.ts'

/** What it was told when it was asked. */
const askedSchema = z.object({
  phases: z.array(z.object({ id: z.string(), messages: z.number(), limit: z.number() })),
  decisions: z.array(z.string()),
})

/** Empty: it is as it was, or the attempt is no owner's. */
export function sinceAsked(minutes: Minutes, attempt: string): readonly string[] {
  const agent = agentCalling(minutes.open, attempt)
  const effect = minutes.open[effectOfAttempt(attempt)]?.effect
  const task = minutes.board.tasks[agent?.task ?? '']
  if (agent?.phase !== null || effect?.kind !== 'ask' || task === undefined) return []
  const asked = askedSchema.safeParse(effect.brief.context).data
  if (asked === undefined) return []
  return [...changedPhases(task, asked.phases), ...newDecisions(task, asked.decisions.length), ...heard(task)]
}

type AskedPhase = z.infer<typeof askedSchema>['phases'][number]

/** Of those that are open: that one closed it is told. */
const changedPhases = ({ phases }: Task, asked: readonly AskedPhase[]): readonly string[] =>
  phases.flatMap((phase) => {
    const { id, count, limit, closed } = phase
    const isSame = asked.some((each) => each.id === id && each.messages === count && each.limit === limit)
    return isSame || closed !== null ? [] : [phaseText(phase)]
  })

const phaseText = ({ id, name, count, limit, status }: Phase): string =>
  `The phase ${id} (${name}) is ${status === 'paused' ? 'paused' : 'open'} now, at ${count}/${limit} messages.`

const newDecisions = ({ decisions }: Task, known: number): readonly string[] =>
  decisions.slice(known).map(({ text, vetoed }, at) => {
    const taken = vetoed ? ' (taken back by a person)' : ''
    return `Decision ${known + at + 1} is recorded: ${text}${taken}`
  })

/** What it was told in the turn that broke off. */
const heard = ({ told, heard: before }: Task): readonly string[] =>
  told.slice(before).map(({ message, remedy }) => `${message} ${remedy}`)
