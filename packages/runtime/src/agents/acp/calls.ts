/** The tool calls of a session as they have been told so far: a program tells one in parts, and asks about it by its id alone. */
import { hash } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import type { AgentEvent, ToolCall } from '../adapter.ts'
import { shortened } from '../shortened.ts'
import type { CallPart } from './updates.ts'

export interface Calls {
  /**
   * What is new by this part. A call is told once, when it runs or is over: until then what it is called with still comes,
   * piece by piece.
   */
  note(part: CallPart): readonly AgentEvent[]
  /** The call as it is known with this part, and its event if it was not told before. */
  ask(part: CallPart): { readonly call: ToolCall; readonly events: readonly AgentEvent[] }
  deny(id: string): void
  /** Tells the calls that were begun and not told, since something else follows. */
  rest(): readonly AgentEvent[]
}

interface Known {
  part: CallPart
  /** Some programs begin with the tool's name as title, and say later what the call does. */
  readonly firstTitle: string
  told: boolean
  over: boolean
  denied: boolean
  /** Size of the whole part, in characters. */
  size: number
}

/** How a program names its tools, where not as the protocol has it; null: it does not say. */
export type NameOf = (part: CallPart) => string | null

/** Bounds of the calls that are kept. Older calls are forgotten; a later part of one counts as a new call. */
const [mostKnown, mostCharacters] = [2_000, 16 * 1024 * 1024]
const [mostTitle, mostName] = [1_000, 200]

export function createCalls(nameOf: NameOf): Calls {
  const known = new Map<string, Known>()
  const untold = new Set<Known>()
  let characters = 0

  const forget = ([id, entry]: readonly [string, Known]): void => {
    characters -= entry.size
    known.delete(id)
    untold.delete(entry)
  }
  const merge = (part: CallPart): Known => {
    const before = known.get(part.toolCallId)
    const entry = before ?? { part, firstTitle: part.title ?? '', told: false, over: false, denied: false, size: 0 }
    if (before !== undefined) before.part = merged(before.part, part)
    else {
      known.set(part.toolCallId, entry)
      untold.add(entry)
    }
    const size = JSON.stringify(entry.part).length
    characters += size - entry.size
    entry.size = size
    for (const each of known) {
      if (known.size <= mostKnown && characters <= mostCharacters) break
      if (each[1] !== entry) forget(each)
    }
    return entry
  }
  const tell = (entry: Known): readonly AgentEvent[] => {
    if (entry.told) return []
    entry.told = true
    untold.delete(entry)
    return [{ kind: 'tool-call', call: callOf(entry, nameOf) }]
  }
  return {
    note: (part) => {
      const entry = merge(part)
      const { status } = entry.part
      const ends = (status === 'completed' || status === 'failed') && !entry.over
      const isRunning = status === 'in_progress' && !isEmpty(entry.part.rawInput ?? null)
      const events = ends || isRunning ? tell(entry) : []
      if (!ends) return events
      entry.over = true
      const isError = status === 'failed' || entry.denied
      return [...events, { kind: 'tool-result', id: part.toolCallId, isError, denied: entry.denied }]
    },
    ask: (part) => {
      const entry = merge(part)
      return { call: callOf(entry, nameOf), events: tell(entry) }
    },
    deny: (id) => {
      const entry = known.get(id)
      if (entry !== undefined) entry.denied = true
    },
    rest: () => [...untold].flatMap(tell),
  }
}

/** What a part says again goes over what was said before. */
function merged(before: CallPart, part: CallPart): CallPart {
  const said = Object.entries(part).filter(([, value]) => value !== undefined && !isEmpty(value))
  return { ...before, ...Object.fromEntries(said) }
}

const isEmpty = (input: Json): boolean =>
  input === null || input === '' || (typeof input === 'object' && Object.keys(input).length === 0)

function callOf({ part, firstTitle }: Known, nameOf: NameOf): ToolCall {
  const { toolCallId: id, title = '', kind = 'other', rawInput = null } = part
  const input = isJsonObject(rawInput) ? rawInput : {}
  const name = (nameOf(part) ?? part.name ?? (isWord(firstTitle) ? firstTitle : kind)).slice(0, mostName)
  const paths = [...new Set([...part.locations, ...part.changes, ...pathsOf(input)])]
  const content = JSON.stringify([name, rawInput, isEmpty(rawInput) ? [title, paths] : []])
  return {
    id,
    name,
    action: action.parse(kind),
    paths,
    title: shortened((commandOf(input) ?? title) || name, mostTitle),
    fingerprint: hash('sha256', content).slice(0, 16),
  }
}

const isWord = (text: string): boolean => /^[\w.:-]{1,80}$/.test(text)

const pathKeys = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'dir_path', 'old_path', 'new_path']

/** Programs name the file of a call in a few ways; a patch names each as a key. */
export function pathsOf(input: JsonObject): readonly string[] {
  const named = pathKeys
    .map((key) => input[key])
    .filter((value) => typeof value === 'string')
    .filter(Boolean)
  const { changes } = input
  return isJsonObject(changes) ? [...named, ...Object.keys(changes)] : named
}

function commandOf({ command }: JsonObject): string | null {
  if (typeof command === 'string') return command
  return Array.isArray(command) && command.every((word) => typeof word === 'string') ? command.join(' ') : null
}

const action = z.enum(['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'think', 'other']).catch('other')
