/** `pm` for owners; a person may give each of these commands as well, and names the task where there is more than one. */
import type { GivenLive, KitCommand } from '@sigma/engine'
import { z } from 'zod'
import { phaseTypes } from '../machine/calls.ts'
import { creation, creationFlags } from './people.ts'
import {
  argumentsOf,
  given,
  listOf,
  phaseOf,
  roomFlags,
  said,
  taskOf,
  text,
  wholeNumber,
  wrongLine,
} from './reading.ts'

const program = 'pm'
const { task, phase } = roomFlags

export const phaseCommand: KitCommand = {
  program,
  name: 'phase',
  brief: 'Open a phase: a discussion of a bounded number of messages',
  description:
    'Opens a phase of the task, with one agent for each role; without roles the owner and people alone take part. It closes by itself at its limit. A perspective that is not built in is written name:cares about,…:pushes back on,…',
  flags: {
    limit: { kind: 'number', brief: 'Messages until it closes', placeholder: 'n', least: 1, most: 50 },
    roles: { kind: 'text', brief: 'Who takes part beside the owner', placeholder: 'r1,r2' },
    perspective: { kind: 'texts', brief: 'A role of your own; may be given again', placeholder: 'name:cares:pushes' },
    rules: { kind: 'text', brief: 'What holds in it, shown to everybody', placeholder: 'text' },
    type: { kind: 'choice', brief: 'What comes of it', values: phaseTypes },
    task,
  },
  does: {
    kind: 'calls-live',
    verb: 'phase',
    takes: [text('Name of the phase', 'name')],
    argumentsOf: (asked) => {
      const { limit, roles, rules, type, perspective } = asked.flags
      if (limit === undefined)
        throw wrongLine('phase', '--limit N is missing: how many messages until it closes, from 1 to 50.')
      const own = Array.isArray(perspective) ? perspective.map((each) => perspectiveOf(String(each))) : []
      const all = [...(listOf(roles) ?? []), ...own]
      return argumentsOf('phase', {
        ...given({ name: asked.words[0], limit, rules, type }),
        roles: all,
        ...taskOf(asked),
      })
    },
    textOf: (reply) =>
      [
        `${said(reply, 'phase')} ${said(reply, 'name')}: open for ${said(reply, 'limit')} messages`,
        ...agentsIn(reply),
      ].join('\n'),
  },
}

function perspectiveOf(typed: string): object {
  const [name, cares, pushes, ...more] = typed.split(':')
  if (more.length > 0 || cares === undefined || pushes === undefined)
    throw wrongLine('phase', '--perspective is written name:cares about,…:pushes back on,…')
  return { name, cares: listOf(cares), pushes: listOf(pushes) }
}

const seatsSchema = z.object({ roles: z.array(z.object({ role: z.string(), agent: z.string() })) })
const agentsIn = (reply: unknown): readonly string[] =>
  (seatsSchema.safeParse(reply).data?.roles ?? []).map(({ role, agent }) => `  @${agent} (${role})`)

export const extendCommand: KitCommand = {
  program,
  name: 'extend-phase',
  brief: 'Add messages to the limit of the open phase',
  description: 'Adds N messages to the limit of the open phase; all in all a phase has at most 50.',
  flags: { phase },
  does: {
    kind: 'calls-live',
    verb: 'extend-phase',
    takes: [text('Messages to add', 'n')],
    argumentsOf: (asked) =>
      argumentsOf('extend-phase', { by: wholeNumber('extend-phase', 'N', asked.words[0]), ...phaseOf(asked) }),
    textOf: (reply) => `${said(reply, 'phase')} is open for ${said(reply, 'limit')} messages.`,
  },
}

export const endCommand: KitCommand = {
  program,
  name: 'end-phase',
  brief: 'Close the open phase early',
  description: 'Closes the open phase, for good; why, if you say so, is kept with it.',
  flags: { reason: { kind: 'text', brief: 'Why', placeholder: 'text' }, phase },
  does: {
    kind: 'calls-live',
    verb: 'end-phase',
    takes: [],
    argumentsOf: (asked) =>
      argumentsOf('end-phase', { ...given({ reason: asked.flags['reason'] }), ...phaseOf(asked) }),
    textOf: (reply) => `${said(reply, 'phase')} is closed.`,
  },
}

export const subtaskCommand: KitCommand = {
  program,
  name: 'subtask',
  brief: 'Pass the baton: make a child task with an owner of its own',
  description:
    'Creates a child task. --context gives its owner what it must know, from a file; without it a context is drafted from recorded decisions.',
  flags: { ...creationFlags, context: { kind: 'file', brief: 'What its owner is told', placeholder: 'file' }, task },
  does: {
    kind: 'calls-live',
    verb: 'subtask',
    takes: [text('What is to be done', 'description')],
    argumentsOf: (asked) =>
      argumentsOf('subtask', { ...creation(asked), ...given({ context: asked.flags['context'] }), ...taskOf(asked) }),
    textOf: (reply) => said(reply, 'task'),
  },
}

const childrenSchema = z.object({
  children: z.array(z.object({ task: z.string(), status: z.string(), commit: z.string().nullable().optional() })),
  killed: z.array(z.string()),
})

export const waitChildrenCommand: KitCommand = {
  program,
  name: 'wait-children',
  brief: 'Wait until all child tasks are over',
  description:
    'Returns when each child is done or killed; at once where there is none. Exit code 2 names those that were killed.',
  flags: { task },
  does: {
    kind: 'calls-live',
    verb: 'wait-children',
    takes: [],
    argumentsOf: (asked) => argumentsOf('wait-children', taskOf(asked)),
    textOf: (reply) => {
      const { children = [], killed = [] } = childrenSchema.safeParse(reply).data ?? {}
      const lines = children.map(
        ({ task: id, status, commit }) => `${id} ${status}${commit == null ? '' : ` ${commit}`}`,
      )
      return [
        ...(lines.length === 0 ? ['There are no child tasks.'] : lines),
        ...(killed.length === 0 ? [] : [`killed: ${killed.join(', ')}`]),
      ].join('\n')
    },
    isUnmet: (reply) => (childrenSchema.safeParse(reply).data?.killed.length ?? 0) > 0,
  },
}

export const doneCommand: KitCommand = {
  program,
  name: 'done',
  brief: 'Close the loop: what was changed is committed, the task is done',
  description:
    'Marks the task done, once what binds it holds; commits what it changed on sigma/<task>, and merges that only with --merge.',
  flags: { merge: { kind: 'boolean', brief: 'Merge it where that is clean' }, task },
  does: {
    kind: 'calls-live',
    verb: 'done',
    takes: [],
    argumentsOf: (asked) => argumentsOf('done', { ...given({ merge: asked.flags['merge'] }), ...taskOf(asked) }),
    textOf: (reply) =>
      said(reply, 'unchanged') === 'true'
        ? `${said(reply, 'task')} is done already; nothing is changed.`
        : `${said(reply, 'task')}: ${said(reply, 'status')}. End your turn now.`,
  },
}

const checkFlags = {
  check: { kind: 'choice', brief: 'How Sigma checks it', values: ['no-new-dependency', 'api-unchanged', 'command'] },
  files: { kind: 'text', brief: 'With api-unchanged: whose exports', placeholder: 'a,b' },
  run: { kind: 'text', brief: 'With command: what is run', placeholder: 'command' },
  within: { kind: 'number', brief: 'With command: in how many ms', placeholder: 'ms', least: 1, most: 600_000 },
} as const

export const decideCommand: KitCommand = {
  program,
  name: 'decide',
  brief: 'Record what a phase came to',
  description: 'Records a decision. It binds the subtasks made after it; with --check Sigma holds them to it itself.',
  flags: { ...checkFlags, task },
  does: {
    kind: 'calls-live',
    verb: 'decide',
    takes: [text('What was decided', 'decision')],
    argumentsOf: (asked) =>
      argumentsOf('decide', { ...given({ decision: asked.words[0], check: checkOf(asked) }), ...taskOf(asked) }),
    textOf: (reply) => `Decision ${said(reply, 'decision')} is recorded.`,
  },
}

function checkOf({ flags }: GivenLive): object | undefined {
  const { check: kind, files, run, within } = flags
  switch (kind) {
    case undefined:
      return undefined
    case 'api-unchanged':
      return { kind, files: listOf(files) ?? [] }
    case 'command':
      return { kind, command: run ?? '', withinMs: within ?? null }
    default:
      return { kind }
  }
}

export const answerCommand: KitCommand = {
  program,
  name: 'answer-objection',
  brief: 'Answer an objection to a decision',
  description: 'Answers an objection, by its number; a blocking one needs that before pm done.',
  flags: { task },
  does: {
    kind: 'calls-live',
    verb: 'answer-objection',
    takes: [text('Number of the objection', 'n'), text('The answer', 'answer')],
    argumentsOf: (asked) =>
      argumentsOf('answer-objection', {
        objection: wholeNumber('answer-objection', 'the number of an objection', asked.words[0]),
        ...given({ answer: asked.words[1] }),
        ...taskOf(asked),
      }),
    textOf: () => 'The objection is answered.',
  },
}

export const waitCommand: KitCommand = {
  program,
  name: 'wait',
  brief: 'Wait for something outside: an answer, a time, an event',
  description: 'The task waits and holds no turn meanwhile; its owner is asked again with what came.',
  flags: {
    question: { kind: 'text', brief: 'A person is asked this', placeholder: 'text' },
    seconds: { kind: 'number', brief: 'So long', placeholder: 'n', least: 1, most: 2_592_000 },
    event: { kind: 'text', brief: 'Until pm event says so', placeholder: 'name' },
    task,
  },
  does: {
    kind: 'calls-live',
    verb: 'wait',
    takes: [],
    argumentsOf: (asked) => {
      const { question, seconds, event } = asked.flags
      const wanted = [
        ...(question === undefined ? [] : [{ for: 'answer', question }]),
        ...(typeof seconds === 'number' ? [{ for: 'time', ms: seconds * 1_000 }] : []),
        ...(event === undefined ? [] : [{ for: 'event', event }]),
      ]
      const [only, ...more] = wanted
      if (only === undefined || more.length > 0)
        throw wrongLine('wait', 'one of --question, --seconds and --event is wanted.')
      return argumentsOf('wait', { ...only, ...taskOf(asked) })
    },
    textOf: (reply) => `${said(reply, 'task')} waits. End your turn now.`,
  },
}
