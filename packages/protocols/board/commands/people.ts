/** `pm` for people: tasks, and the last word on them. */
import type { KitCommand } from '@sigma/engine'
import { namedAmountsSchema } from '@sigma/protocol'
import { plasmodium } from '../files/places.ts'
import {
  argumentsOf,
  given,
  optionalText,
  phaseOf,
  roomFlags,
  said,
  taskOf,
  text,
  wholeNumber,
  wrongLine,
} from './reading.ts'
import { configFile, configText } from './set-up.ts'

const program = 'pm'
const { task, phase } = roomFlags
const taskWord = text('Task', 'tk-…')

export const initCommand: KitCommand = {
  program,
  name: 'init',
  brief: 'Set this project up for rooms',
  description: 'Writes .plasmodium/config.json, and has git leave that folder out. A second time it changes nothing.',
  flags: {},
  does: { kind: 'sets-up', path: configFile, content: configText, excluded: `${plasmodium}/` },
}

/** What makes a task, for people and for owners. */
export const creationFlags: KitCommand['flags'] = {
  blockedBy: { kind: 'texts', brief: 'Begins when this task is done; may be given again', placeholder: 'tk-…' },
  discussion: { kind: 'boolean', brief: 'It changes no files, so it need not wait for other work' },
  budget: { kind: 'texts', brief: 'What it may use with its subtasks; may be given again', placeholder: 'cost=2.5' },
}

/** A description is a word of the line: nothing is read from a pipe. */
function described(word: string | undefined): string | undefined {
  if (word?.trim() === '-') throw wrongLine('task', 'it reads no pipe; write the description, e.g. "$(cat task.md)".')
  return word
}

const amountNames = Object.keys(namedAmountsSchema.shape)

/** `asks=40`, `tokens=200000`, `minutes=30`, `cost=2.5`; undefined: none is given. */
function amountsOf(flag: unknown): object | undefined {
  if (!Array.isArray(flag)) return undefined
  const named = flag.map((each): readonly [string, number] => {
    const [, name = '', figure = ''] = /^([a-z]+)=(\d+(?:\.\d+)?)$/.exec(String(each)) ?? []
    if (!amountNames.includes(name) || Number(figure) <= 0)
      throw wrongLine('task', '--budget is written asks=40, tokens=200000, minutes=30 or cost=2.5.')
    return [name, Number(figure)]
  })
  return Object.fromEntries(named)
}

export const creation = ({ words, flags }: { readonly words: readonly string[]; readonly flags: KitFlags }): object =>
  given({
    description: described(words[0]),
    blockedBy: flags['blockedBy'],
    ...(flags['discussion'] === true && { implementation: false }),
    budget: amountsOf(flags['budget']),
  })

type KitFlags = Readonly<Record<string, unknown>>

export const taskCommand: KitCommand = {
  program,
  name: 'task',
  forPeople: true,
  brief: 'Have something done: an agent comes to own it',
  description:
    'Creates a task and prints its id at once. Its owner opens phases with other perspectives, decides, does the work and commits it on sigma/<task>. Where nothing hosts the project, a host is started in the background.',
  flags: creationFlags,
  does: {
    kind: 'calls-live',
    verb: 'task',
    takes: [text('What is to be done', 'description')],
    argumentsOf: (asked) => argumentsOf('task', creation(asked)),
    begins: true,
    textOf: (reply) => said(reply, 'task'),
  },
}

export const killCommand: KitCommand = {
  program,
  name: 'kill',
  forPeople: true,
  brief: 'End a task and its agents',
  description:
    'Ends the owner and all role agents of a task, and closes its phase. Its children go on, unless --tree is given.',
  flags: {
    restart: { kind: 'boolean', brief: 'Have a new owner begin it again; its phases are kept' },
    tree: { kind: 'boolean', brief: 'Its children, too' },
  },
  does: {
    kind: 'calls-live',
    verb: 'kill',
    takes: [taskWord],
    argumentsOf: ({ words: [word], flags }) =>
      argumentsOf('kill', given({ task: word, restart: flags['restart'], tree: flags['tree'] })),
    textOf: (reply) =>
      [
        `${said(reply, 'task')} is ${said(reply, 'status')}.`,
        ...(said(reply, 'children') === '' ? [] : [`Children that go on: ${said(reply, 'children')}`]),
      ].join('\n'),
  },
}

export const resetCommand: KitCommand = {
  program,
  name: 'reset',
  forPeople: true,
  brief: 'Clear all state: agents are stopped, tasks are gone',
  description:
    'Stops all agents and clears the files under .plasmodium/ but for its configuration. What was said stays in the journal: sigma log.',
  flags: {},
  does: {
    kind: 'calls-live',
    verb: 'reset',
    takes: [],
    argumentsOf: () => argumentsOf('reset', {}),
    confirms: 'All tasks are cleared and their agents stopped.',
    textOf: () => 'All is cleared.',
  },
}

const phaseCall = (name: 'pause-phase' | 'resume-phase', brief: string): KitCommand => ({
  program,
  name,
  forPeople: true,
  brief,
  description: `${brief}: the only open one, or the one that is named.`,
  flags: { phase },
  does: {
    kind: 'calls-live',
    verb: name,
    takes: [],
    argumentsOf: (asked) => argumentsOf(name, phaseOf(asked)),
    textOf: (reply) => `${said(reply, 'phase')} is ${name === 'pause-phase' ? 'paused' : 'open again'}.`,
  },
})

export const pauseCommand: KitCommand = phaseCall('pause-phase', 'Have a phase take no messages')
export const resumeCommand: KitCommand = phaseCall('resume-phase', 'Have a paused phase go on')

export const redirectCommand: KitCommand = {
  program,
  name: 'redirect',
  forPeople: true,
  brief: 'Give the owner of a task another direction',
  description: 'Leaves a note that the owner must acknowledge before it goes on.',
  flags: {},
  does: {
    kind: 'calls-live',
    verb: 'redirect',
    takes: [taskWord, text('The note', 'note')],
    argumentsOf: ({ words: [word, note] }) => argumentsOf('redirect', given({ task: word, note })),
    textOf: (reply) => `The owner of ${said(reply, 'task')} is told.`,
  },
}

export const vetoCommand: KitCommand = {
  program,
  name: 'veto',
  forPeople: true,
  brief: 'Take back a decision of an owner',
  description: 'Takes back a decision of a task, by its number.',
  flags: {},
  does: {
    kind: 'calls-live',
    verb: 'veto',
    takes: [taskWord, text('Number of the decision', 'n'), text('Why', 'why')],
    argumentsOf: ({ words: [word, number, why] }) =>
      argumentsOf(
        'veto',
        given({ task: word, decision: wholeNumber('veto', 'the number of a decision', number), why }),
      ),
    textOf: () => 'The decision is taken back.',
  },
}

export const eventCommand: KitCommand = {
  program,
  name: 'event',
  forPeople: true,
  brief: 'Say that something happened that a task waits for',
  description: 'Tells every task that waits for the event, with data as JSON if there is any.',
  flags: {},
  does: {
    kind: 'calls-live',
    verb: 'event',
    takes: [text('Name of the event', 'event'), optionalText('Data as JSON', 'json')],
    argumentsOf: ({ words: [event, data] }) =>
      argumentsOf('event', given({ event, ...(data !== undefined && { data: dataOf(data) }) })),
    textOf: (reply) => `Told: ${said(reply, 'tasks') || 'no task waits for it'}.`,
  },
}

/** What is no JSON is taken as a text. */
function dataOf(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

export const acknowledgeCommand: KitCommand = {
  program,
  name: 'acknowledge',
  brief: 'Take note of what a person redirected you to',
  description: 'Says that you have read the note, and follow it.',
  flags: { task },
  does: {
    kind: 'calls-live',
    verb: 'acknowledge',
    takes: [],
    argumentsOf: (asked) => argumentsOf('acknowledge', taskOf(asked)),
    textOf: () => 'Acknowledged.',
  },
}
