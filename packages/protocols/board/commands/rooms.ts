/** `pm` for everybody in a room: what is said, and what can be read. */
import type { CallsLive, KitCommand, ReadsLive } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { argumentsOf, given, named, optionalText, roomFlags, said, text, wholeNumber, wrongLine } from './reading.ts'

const program = 'pm'
const numberOf = (command: string, word: string | undefined): number =>
  wholeNumber(command, 'the number of a decision', word)

export const sayCommand: KitCommand = {
  program,
  name: 'say',
  brief: 'Post a message to the open phase',
  description:
    'Posts a message. It succeeds once the message is durable, and prints how many there are, as count/limit.',
  flags: roomFlags,
  does: {
    kind: 'calls-live',
    verb: 'say',
    takes: [text('The message', 'message')],
    argumentsOf: (asked) => argumentsOf('say', { content: asked.words[0], ...named(asked) }),
    textOf: (reply) =>
      `${said(reply, 'count')}/${said(reply, 'limit')}${said(reply, 'closed') === 'true' ? ', and the phase is closed' : ''}`,
  },
}

/** A role's word on a decision. */
const aboutDecision = (verb: 'object' | 'escalate', brief: string, done: string): KitCommand => ({
  program,
  name: verb,
  brief,
  description: `${brief}, by its number in the task.`,
  flags:
    verb === 'object' ? { blocking: { kind: 'boolean', brief: 'It must be answered before the task is done' } } : {},
  does: {
    kind: 'calls-live',
    verb,
    takes: [text('Number of the decision', 'n'), text('Why', 'why')],
    argumentsOf: ({ words: [number, why], flags }) =>
      argumentsOf(verb, { decision: numberOf(verb, number), ...given({ why, blocking: flags['blocking'] }) }),
    textOf: () => done,
  } satisfies CallsLive,
})

export const objectCommand: KitCommand = aboutDecision(
  'object',
  'Object to a decision of the owner',
  'The objection is recorded.',
)
export const escalateCommand: KitCommand = aboutDecision(
  'escalate',
  'Take a decision to a person, once in a phase',
  'A person is asked.',
)

export const voteCommand: KitCommand = {
  program,
  name: 'vote',
  brief: 'End a review: approve or reject',
  description: 'Says whether you approve of what was reviewed, and why.',
  flags: {},
  does: {
    kind: 'calls-live',
    verb: 'vote',
    takes: [text('approve or reject', 'vote'), text('Why', 'why')],
    argumentsOf: ({ words: [vote, why] }) => {
      if (vote !== 'approve' && vote !== 'reject') throw wrongLine('vote', 'approve or reject is wanted.')
      return argumentsOf('vote', given({ approves: vote === 'approve', why }))
    },
    textOf: () => 'Your vote is recorded.',
  },
}

export const holdCommand: KitCommand = {
  program,
  name: 'hold',
  brief: 'Hold the floor: tell the others that you think',
  description: 'Announces deep work. Others may go on posting, and it ends by itself.',
  flags: {
    seconds: { kind: 'number', brief: 'For so long (300)', placeholder: 'n', least: 1, most: 3_600 },
    why: { kind: 'text', brief: 'What about', placeholder: 'text' },
  },
  does: {
    kind: 'calls-live',
    verb: 'hold',
    takes: [],
    argumentsOf: ({ flags }) =>
      argumentsOf('hold', { seconds: flags['seconds'] ?? 300, ...given({ why: flags['why'] }) }),
    textOf: () => 'You hold the floor.',
  },
}

const reads = (
  view: string,
  brief: string,
  description: string,
  more: Partial<Pick<KitCommand, 'flags'>> & Partial<Omit<ReadsLive, 'kind' | 'view'>> = {},
): KitCommand => {
  const { flags = {}, takes = [], ...does } = more
  return {
    program,
    name: view,
    brief,
    description,
    flags,
    does: { kind: 'reads-live', view, takes, argumentsOf: (asked) => jsonOf(named(asked)), ...does },
  }
}

export const chatCommand: KitCommand = reads(
  'chat',
  'Read the messages of the open phase',
  'Prints the messages of the phase in order, with author and role. --wait returns at the next message, at the close, or when its time is over.',
  { flags: roomFlags, waits: true },
)

export const statusCommand: KitCommand = reads(
  'status',
  'See tasks, phases and agents',
  'Shows tasks with their phases and agents, and what waits for a person.',
  {
    waits: true,
  },
)

export const historyCommand: KitCommand = reads(
  'history',
  'Read the last messages of earlier phases',
  'Prints the last N messages of earlier phases of the task, oldest first, each with its phase.',
  {
    flags: { tail: { kind: 'number', brief: 'How many (20)', placeholder: 'n', least: 1, most: 10_000 }, ...roomFlags },
    argumentsOf: (asked) => jsonOf({ tail: asked.flags['tail'] ?? 20, ...named(asked) }),
  },
)

/** Of a phase that is named, or the current one. */
const ofPhase = {
  takes: [optionalText('Phase; without it the open one', 'phase')],
  flags: { task: roomFlags.task },
  argumentsOf: (asked: Parameters<ReadsLive['argumentsOf']>[0]) =>
    jsonOf({ ...named(asked), ...given({ phase: asked.words[0] }) }),
}

export const showCommand: KitCommand = reads(
  'show',
  'Read a phase as a transcript',
  'Prints a phase with decisions, objections, joins, exits and limit changes, as Markdown.',
  ofPhase,
)

export const whyCommand: KitCommand = reads(
  'why',
  'See what led to a phase’s messages',
  'Shows for each message of a phase what its author had been told and had seen.',
  ofPhase,
)
