/**
 * A model that follows step protocols without knowing any: what it does next it reads in what the last command printed, as a
 * real one would. It knows of its task alone, by the names of what it is asked for.
 */
import type { Conversation, Reply, Speaker } from '@sigma/model'
import { directiveFields } from '../kit/directive-fields.ts'

/** What it would answer, by the name of a field. */
export type Knowledge = Readonly<Record<string, unknown>>

/** What it does in the place of what it is told; null: as it is told. `told`: what the last tool printed; `done`: its calls since the prompt. */
export type Habit = (told: string, done: number) => Reply | null

/** The tools of its program. */
export interface Hands {
  readonly shell: (command: string) => Reply
  readonly write: (path: string, content: string) => Reply
}

export function follower(hands: Hands, knowledge: Knowledge, habit: Habit = () => null): Speaker {
  return (conversation) => {
    const results = resultsOf(conversation)
    const told = results.at(-1)
    if (told === undefined) return hands.shell(commandIn(promptOf(conversation)))
    return habit(told, results.length) ?? next(hands, knowledge, results)
  }
}

function next(hands: Hands, knowledge: Knowledge, results: readonly string[]): Reply {
  const [told = '', before = ''] = [results.at(-1), results.at(-2)]
  const { command, file } = directiveFields(told)
  if (command !== null && file !== null) return hands.write(file, outputIn(told, knowledge))
  if (command !== null) return hands.shell(command)
  // The output is written: what was to be done then stands in what was printed before.
  const then = directiveFields(before)
  if (then.file !== null && then.command !== null) return hands.shell(then.command)
  return { text: told }
}

/** The output as the text asks for it: the names of its shape, with what is known of each. */
function outputIn(told: string, knowledge: Knowledge): string {
  const [, shape = ''] = /^The output of this step is JSON, written to .+:\n+(\{.*\})$/m.exec(told) ?? []
  const names = Object.keys(JSON.parse(shape))
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, knowledge[name]])))
}

export const promptOf = ({ entries }: Pick<Conversation, 'entries'>): string =>
  entries.findLast(({ kind }) => kind === 'prompt')?.text ?? ''

/** The last command in backticks. */
const commandIn = (text: string): string => [...text.matchAll(/`(sigma [^`]+)`/g)].at(-1)?.[1] ?? ''

/** What tools printed since the last prompt. */
export function resultsOf({ entries }: Pick<Conversation, 'entries'>): readonly string[] {
  const since = entries.findLastIndex(({ kind }) => kind === 'prompt')
  return entries.slice(since + 1).flatMap((entry) => (entry.kind === 'result' ? [entry.text] : []))
}
