/**
 * What may be called from outside, verb by verb: one schema each, whichever way a call comes in (command line, MCP, a turn's
 * socket). Who calls is never an argument: it is told by the caller of the event (D13, ROOM-19).
 */
import { commandWords, namedAmountsSchema } from '@sigma/protocol'
import { z } from 'zod'

/** Bytes of one message in UTF-8, unless the input says otherwise (ROOM-21). */
export const mostMessageBytes = 16 * 1024

const task = z.string().regex(/^tk-[a-z0-9]{6}$/, 'it is no id of a task, like tk-a1b2c3')
const phase = z.string().regex(/^ph-[a-z0-9]{6}$/, 'it is no id of a phase, like ph-x1y2z3')
const empty = 'it is empty'
const text = z.string().trim().min(1, empty).max(16_384, 'it has more than 16384 characters')
const short = z.string().trim().min(1, empty).max(200, 'it has more than 200 characters')

/** A perspective that is defined where it is asked for (ROOM-97); a built-in one is named alone. */
const role = z.union([
  short,
  z.strictObject({ name: short, cares: z.array(short).min(1).max(10), pushes: z.array(short).min(1).max(10) }),
])

const withoutShell = text.refine((command) => commandWords(command) !== null, {
  error: 'a command that needs no shell, such as "npm test"',
})

/** How a decision can be checked by Sigma itself, as a gate of the tasks that are born from it. */
export const decisionCheckSchema = z.discriminatedUnion('kind', [
  /** No package is needed that was not needed before. */
  z.strictObject({ kind: z.literal('no-new-dependency') }),
  /** These files export what they exported. */
  z.strictObject({ kind: z.literal('api-unchanged'), files: z.array(short).min(1).max(20) }),
  /** This command ends well, and within the time. */
  z.strictObject({
    kind: z.literal('command'),
    command: withoutShell,
    withinMs: z.int().min(1).max(600_000).nullable(),
  }),
])
export type DecisionCheck = Readonly<z.infer<typeof decisionCheckSchema>>

export const phaseTypes = ['discussion', 'review', 'build', 'decision'] as const
export type PhaseType = (typeof phaseTypes)[number]

/** Of what an owner does: a person who does it names the task where there is more than one. */
const ofTask = { task: task.optional() }

const creation = {
  description: text,
  blockedBy: z.array(task).max(20).default([]),
  /** It changes files, and waits for the implementation before it of the same parent (ROOM-71). */
  implementation: z.boolean().default(true),
  /** What the task may use with all that is below it (ROOM-148); null: what each task may, as the board was begun. */
  budget: namedAmountsSchema.nullable().default(null),
}

/** Arguments by verb. `task` and `phase`, where a person may name one; an agent's own follow from who it is (ROOM-49). */
export const callSchemas = {
  task: z.strictObject(creation),
  /** `context`: what the new owner is told beside the descriptions; null: it is drafted from recorded decisions (ROOM-116). */
  subtask: z.strictObject({ ...creation, ...ofTask, context: z.string().max(65_536).nullable().default(null) }),
  phase: z.strictObject({
    name: short,
    limit: z.int().min(1).max(1_000),
    roles: z.array(role).max(16).default([]),
    rules: text.nullable().default(null),
    type: z.enum(phaseTypes).default('discussion'),
    ...ofTask,
  }),
  'extend-phase': z.strictObject({ by: z.int().min(1).max(1_000), phase: phase.optional() }),
  'end-phase': z.strictObject({ reason: text.nullable().default(null), phase: phase.optional() }),
  /** `content` is refused by size in bytes, and never cut. */
  say: z.strictObject({
    content: z.string(),
    task: task.optional(),
    phase: phase.optional(),
    /** How many messages of the phase its author had been given; told by whoever brings the call, never by the author (ROOM-154). */
    seen: z.int().min(0).nullable().default(null),
  }),
  /** An owner records what its phase, or its latest, came to (ROOM-158). */
  decide: z.strictObject({ decision: text, check: decisionCheckSchema.nullable().default(null), ...ofTask }),
  /** A role records that it objects, and why (ROOM-150). `decision`: its number in the task. */
  object: z.strictObject({ decision: z.int().min(1), why: text, blocking: z.boolean().default(false) }),
  /** An owner answers an objection. */
  'answer-objection': z.strictObject({ objection: z.int().min(1), answer: text, ...ofTask }),
  /** A role takes a decision of the owner's to a person, once a phase. */
  escalate: z.strictObject({ decision: z.int().min(1), why: text }),
  /** The end of a review: each role approves or rejects (ROOM-156). */
  vote: z.strictObject({ approves: z.boolean(), why: text }),
  /** Deep work is announced; others may go on posting (ROOM-100). */
  hold: z.strictObject({ seconds: z.int().min(1).max(3_600), why: text.nullable().default(null) }),
  'wait-children': z.strictObject(ofTask),
  /** The task waits for something outside (ROOM-157). */
  wait: z.discriminatedUnion('for', [
    z.strictObject({ for: z.literal('answer'), question: text, ...ofTask }),
    z.strictObject({ for: z.literal('time'), ms: z.int().min(1).max(2_592_000_000), ...ofTask }),
    z.strictObject({ for: z.literal('event'), event: short, ...ofTask }),
  ]),
  /** A person or a program says that something happened. */
  event: z.strictObject({ event: short, data: z.json().default(null) }),
  done: z.strictObject({ merge: z.boolean().default(false), ...ofTask }),
  kill: z.strictObject({ task, restart: z.boolean().default(false), tree: z.boolean().default(false) }),
  'pause-phase': z.strictObject({ phase: phase.optional() }),
  'resume-phase': z.strictObject({ phase: phase.optional() }),
  /** A note that the owner must acknowledge before it goes on (ROOM-135). */
  redirect: z.strictObject({ task, note: text }),
  acknowledge: z.strictObject(ofTask),
  /** A person takes back a decision of an owner's. */
  veto: z.strictObject({ task, decision: z.int().min(1), why: text }),
  reset: z.strictObject({}),
} as const

export type Verb = keyof typeof callSchemas
export type ArgumentsOf<Name extends Verb> = Readonly<z.infer<(typeof callSchemas)[Name]>>
