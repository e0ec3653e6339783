import type { Finding, JsonObject, Step } from '@sigma/protocol'
import { invokes, type StepRow, stepOf } from './definition.ts'
import type { StepsInput } from './input.ts'
import type { Turns } from './ways.ts'

/** One phase of a skill: its agents work one after the other (EXE-04). */
export interface Phase {
  readonly name: string
  readonly agents: readonly string[]
  /** Atomic skills that some of these agents work by; absent: none. */
  readonly parts?: readonly Part[] | undefined
}

/** A text that was read: its name, its hash, and where it is kept. */
export interface ReadText {
  readonly name: string
  readonly hash: string
  readonly blob: string
}

/** An atomic skill in a phase of another one; its agent has its name. */
export type Part = ReadText

/** What an agent is for, as its file describes it. */
export interface Described extends ReadText {
  readonly description: string
}

/** A skill as it was read: its text by its hash, and whom it has work. */
export interface Skill extends ReadText {
  /** Absent in older journals. */
  readonly kind?: 'atomic' | 'composite' | undefined
  readonly phases: readonly Phase[]
  /** Of its agents those that files describe; absent: none. */
  readonly described?: readonly Described[] | undefined
}

/** One agent in one phase of one skill. */
export interface Invocation {
  readonly skill: string
  readonly blob: string
  readonly phase: string
  /** True: of the first phase of a skill that has several, which may put questions to a person (EXE-07). */
  readonly clarifies: boolean
  readonly agent: string
  /** The atomic skill that it works by; null: by the skill itself alone. */
  readonly part: Part | null
  /** Null: no file describes the agent. */
  readonly described: Described | null
}

/** What an agent left, as it was found in its commit. */
export interface Memory {
  readonly agent: string
  readonly phase: string
  readonly bytes: number
  /** Blob with its text. */
  readonly evidence: string
}

/** What stands of a session whatever it waits for. */
export interface Session {
  readonly input: StepsInput
  /** Number of the step that is due; one more than the last: all are completed. */
  readonly at: number
  /** Numbers of the steps that were completed, in their order; a loop has some of them several times. */
  readonly path: readonly number[]
  /** The step that is due was started (EXE-72). */
  readonly started: boolean
  /** Of the completed steps, in their order. */
  readonly outputs: readonly JsonObject[]
  /** How often each way back was taken. */
  readonly turns: Turns
  /** Null: the task has no id yet. */
  readonly task: string | null
  readonly skills: readonly Skill[]
  /** Of the agents that have finished, in the order of their work. */
  readonly memories: readonly Memory[]
  /** How many of these are of earlier rounds, in which other agents, or the same, worked before a loop came back. */
  readonly before: number
  readonly head: string
  readonly left: Left
}

/** What remains of the limits. */
export interface Left {
  readonly reissues: number
  readonly verdicts: number
  readonly questions: number
}

/** An agent is at work, or what it left is looked at. */
export interface Working {
  /** The call that waits for it; null: its process went, or a person had it go on. */
  readonly call: string | null
  readonly part: 'agent' | 'memory'
  readonly commit: string
  /** Why earlier tries of this agent did not count. */
  readonly refused: readonly Finding[]
  /** What a person answered to its questions, oldest first. */
  readonly answers: readonly Answer[]
}

export interface Answer {
  readonly question: string
  readonly answer: string
}

/** What a person is asked, and what becomes of it. */
export type Asking =
  | { readonly about: 'unfollowed'; readonly reasons: readonly Finding[] }
  | { readonly about: 'failure' | 'budget'; readonly working: Working; readonly reasons: readonly Finding[] }
  | { readonly about: 'questions'; readonly working: Working; readonly question: string }
  | { readonly about: 'verdict'; readonly output: JsonObject; readonly reasons: readonly Finding[] }
  | { readonly about: 'choice'; readonly output: JsonObject }
  /** `way`: the loop that was taken as often as it may be, and would lead to the step that is due. */
  | { readonly about: 'loop'; readonly way: string; readonly times: number }

export type StepsState =
  | (Session & { readonly kind: 'due' })
  | (Session & { readonly kind: 'reading'; readonly call: string; readonly output: JsonObject })
  | (Session & { readonly kind: 'invoking'; readonly working: Working })
  | (Session & { readonly kind: 'asking'; readonly asking: Asking })
  | (Session & { readonly kind: 'over'; readonly outcome: 'completed' | 'aborted' })

export type StepsStep = Step<StepsState>

/** Without what only one kind of state has. */
export function sessionOf(state: Session): Session {
  const { input, at, path, started, outputs, turns, task, skills, memories, before, head, left } = state
  return { input, at, path, started, outputs, turns, task, skills, memories, before, head, left }
}

/** The step that is to be run; null: all are completed, and the protocol is to be. */
export const dueIn = ({ input: { definition }, at }: Session): StepRow | null => stepOf(definition, at)

/** How often the step was completed. */
export const roundsOf = ({ path }: Pick<Session, 'path'>, number: number): number =>
  path.filter((each) => each === number).length

/** Whoever is to work, in the order of phases. */
export const invocationsIn = ({ skills }: Session): readonly Invocation[] =>
  skills.flatMap(({ name, blob, phases, described = [] }) =>
    phases.flatMap((phase, at) =>
      phase.agents.map((agent) => ({
        skill: name,
        blob,
        phase: phase.name,
        clarifies: at === 0 && phases.length > 1,
        agent,
        part: phase.parts?.find((part) => part.name === agent) ?? null,
        described: described.find((each) => each.name === agent) ?? null,
      })),
    ),
  )

/** The agent whose turn it is; null: all have finished. */
export const invocationDue = (session: Session): Invocation | null =>
  invocationsIn(session)[session.memories.length - session.before] ?? null

/** Whether the session is where agents may be invoked (EXE-62). */
export function mayInvoke(session: Session): boolean {
  const due = dueIn(session)
  return due !== null && session.started && invokes(due)
}

/** Whoever worked in an earlier round is asked again. */
export const anew = (session: Session): Session => ({ ...session, before: session.memories.length })
