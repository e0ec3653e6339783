/** What the commands of a board read of a command line, and how they say what is wrong with it. */
import { type GivenLive, type LiveWord, SigmaError } from '@sigma/engine'
import { type Json, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { callSchemas, type Verb } from '../machine/calls.ts'

export const wrongLine = (command: string, why: string): SigmaError =>
  new SigmaError('wrong-command-line', `pm ${command}: ${why}`, { hint: `pm ${command} --help` })

/** The arguments of a verb, as its schema has them. Fails with `wrong-command-line`. */
export function argumentsOf(verb: Verb, given: object, command: string = verb): Json {
  const read = callSchemas[verb].safeParse(given)
  if (read.success) return jsonOf(read.data)
  const [issue] = read.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw wrongLine(command, `${where}${issue?.message ?? 'it cannot be read'}.`)
}

/** Without what was not given. */
export const given = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export function wholeNumber(command: string, what: string, word: string | undefined): number {
  if (word !== undefined && /^\d{1,9}$/.test(word)) return Number(word)
  throw wrongLine(command, `${what} is a whole number.`)
}

export const listOf = (flag: unknown): readonly string[] | undefined =>
  typeof flag === 'string'
    ? flag
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
    : undefined

export const text = (brief: string, placeholder: string): LiveWord => ({ brief, placeholder })
export const optionalText = (brief: string, placeholder: string): LiveWord => ({ brief, placeholder, optional: true })

/** The room that is meant, where a person must say so. */
export const roomFlags = {
  task: { kind: 'text', brief: 'Of this task', placeholder: 'tk-…' },
  phase: { kind: 'text', brief: 'In this phase', placeholder: 'ph-…' },
} as const

export const named = ({ flags }: GivenLive): object => given({ task: flags['task'], phase: flags['phase'] })
export const taskOf = ({ flags }: GivenLive): object => given({ task: flags['task'] })
export const phaseOf = ({ flags }: GivenLive): object => given({ phase: flags['phase'] })

const replySchema = z.record(z.string(), z.json())

/** The field of a reply as text, a list as its members; empty where it has none. */
export function said(reply: Json, field: string): string {
  const value = replySchema.safeParse(reply).data?.[field]
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
