/** The step that invokes agents: each in its turn, by an ask of the host's alone (EXE-05, EXE-63), and each leaves its memory (EXE-06). */
import type { Answered, Ask, Check, Failed, Finding, Judged } from '@sigma/protocol'
import { failureCodes } from '@sigma/protocol'
import { z } from 'zod'
import { halt, question } from './asking.ts'
import { completeStep } from './completing.ts'
import { agentInWorkspace, memoryFile, skillInWorkspace, writtenMemory } from './paths.ts'
import { agentId, memoryId, stepAt, workspace } from './places.ts'
import {
  type Invocation,
  invocationDue,
  invocationsIn,
  type Session,
  type StepsStep,
  sessionOf,
  type Working,
} from './state.ts'

/** Answers of agents: the work is done; there are questions to a person. */
export const done = 'AD'
export const asks = 'QU'

/** Begins with the agent that is due, or completes the step where all have finished. */
export function invoke(session: Session, call: string | null): StepsStep {
  return work(session, { call, part: 'agent', commit: session.head, refused: [], answers: [] })
}

export function work(session: Session, working: Working): StepsStep {
  const due = invocationDue(session)
  if (due === null) return completeStep(session, working.call, { agents: agentsOf(session) })
  return {
    state: { ...sessionOf(session), kind: 'invoking', working: { ...working, part: 'agent' } },
    effects: [askOf(session, due, working)],
  }
}

const agentsOf = (session: Session) =>
  session.memories.slice(session.before).map(({ agent, phase, bytes }, at) => ({
    phase,
    agent,
    skill: invocationsIn(session)[at]?.skill ?? '',
    memory: memoryFile(session.task ?? '', agent),
    bytes,
  }))

function askOf(session: Session, due: Invocation, { refused, answers }: Working): Ask {
  const { input, task, left } = session
  const { agent, skill, phase, blob, part, described } = due
  const memory = writtenMemory(task ?? '', agent)
  const { offered, cut } = offeredTo(session)
  return {
    kind: 'ask',
    id: agentId(session, due),
    at: stepAt(session, { role: agent, part: agent }),
    role: agent,
    phase: 'STEP',
    brief: {
      type: 'work',
      purpose: `Do the part of ${agent} in phase ${phase} of the skill ${skill}, and leave your memory.`,
      from: 'engine',
      subject: task ?? '',
      context: {
        ...{ task: task ?? '', skill, phase, agent, memory, skillPath: skillInWorkspace(skill) },
        ...(part !== null && { partPath: skillInWorkspace(part.name) }),
        ...(described !== null && { agentPath: agentInWorkspace(agent) }),
      },
      documents: [
        { path: skillInWorkspace(skill), blob },
        ...(part === null ? [] : [{ path: skillInWorkspace(part.name), blob: part.blob }]),
        ...(described === null ? [] : [{ path: agentInWorkspace(agent), blob: described.blob }]),
      ],
      refused,
      parameters: {
        earlier: [...offered],
        cut: [...cut],
        answers: answers.map((each) => ({ ...each })),
        said: saidIn(session),
        ...(described !== null && { description: described.description }),
      },
    },
    codes: due.clarifies && left.questions > 0 ? [done, asks] : [done],
    writes: [memory],
    workspace,
    base: session.head,
    limitMs: input.limits.turnMs,
    retry: input.limits.crashes === 0 ? [] : [{ causes: ['crash', 'timeout'], times: input.limits.crashes }],
  }
}

/** What the steps before came to, as their follower gave it. */
const saidIn = ({ outputs, path }: Session) => outputs.map((output, at) => ({ step: path[at] ?? 0, output }))

/** Memories of earlier agents in the order of phases, the newest ones where they are too long together; it is said which are cut (EXE-84). */
function offeredTo({ memories, task, input }: Session): {
  readonly offered: readonly string[]
  readonly cut: readonly string[]
} {
  const paths = new Map<string, number>()
  for (const { agent, bytes } of memories) paths.set(writtenMemory(task ?? '', agent), bytes)
  let room = input.limits.memoryBytes
  const fitting = new Set<string>()
  for (const [path, bytes] of [...paths].toReversed()) {
    room -= bytes
    if (room >= 0) fitting.add(path)
  }
  const all = [...paths.keys()]
  return { offered: all.filter((path) => fitting.has(path)), cut: all.filter((path) => !fitting.has(path)) }
}

export function agentAnswered(session: Session, working: Working, { code, message, commit }: Answered): StepsStep {
  const due = invocationDue(session)
  if (due === null) return work(session, working)
  if (code === asks) return question(session, working, message)
  if (failureCodes.includes(code)) {
    const finding = {
      rule: 'gave-up',
      message: `${due.agent} answered ${code}: ${message}`,
      remedy: 'See what kept it from its work.',
    }
    return halt(session, working, [finding])
  }
  const next: Working = { ...working, part: 'memory', commit: commit ?? session.head }
  return { state: { ...sessionOf(session), kind: 'invoking', working: next }, effects: [checkOf(session, due, next)] }
}

function checkOf(session: Session, due: Invocation, { commit }: Working): Check {
  const task = session.task ?? ''
  return {
    kind: 'check',
    id: memoryId(session, due),
    at: stepAt(session, { role: due.agent, part: 'memory' }),
    gate: 'memory',
    commit,
    parameters: {
      ...{ task, agent: due.agent, path: writtenMemory(task, due.agent) },
      // What an earlier round left is none of this one.
      ...(session.memories.some(({ agent }) => agent === due.agent) && { since: session.head }),
    },
    finds: [{ bytes: 10 }],
  }
}

export function agentFailed(session: Session, working: Working, { cause, findings }: Failed): StepsStep {
  return halt(
    session,
    working,
    findings.length > 0 ? findings : [unexplained(session, cause)],
    cause === 'budget' ? 'budget' : 'failure',
  )
}

const unexplained = (session: Session, cause: string): Finding => ({
  rule: 'agent-failed',
  message: `${invocationDue(session)?.agent ?? 'An agent'} failed: ${cause}.`,
  remedy: 'See what it printed: sigma why',
})

const foundSchema = z.object({ bytes: z.number() })

/** Only with its memory an agent has finished (EXE-06). */
export function memoryJudged(
  session: Session,
  working: Working,
  { verdict, findings, data, evidence }: Judged,
): StepsStep {
  const due = invocationDue(session)
  if (due === null) return work(session, working)
  if (verdict !== 'pass') return halt(session, { ...working, refused: findings }, findings)
  const { bytes = 0 } = foundSchema.safeParse(data).data ?? {}
  const memory = { agent: due.agent, phase: due.phase, bytes, evidence }
  const after = { ...sessionOf(session), memories: [...session.memories, memory], head: working.commit }
  return invoke(after, working.call)
}
