/** Effects, made short, and a protocol that wishes for what a test tells it to. */
import { z } from 'zod'
import type { Ask, Brief, Consult, Effect, End } from '../effect.ts'
import type { Event } from '../event.ts'
import type { Protocol } from '../protocol.ts'
import { zeros } from './builders.ts'

export function briefOf(type: string, purpose: string): Brief {
  const context = { module: 'm', designPath: 'design.md' }
  return { type, purpose, from: 'engine', subject: 'm', context, documents: [], refused: [], parameters: {} }
}

export function ask(id: string, rest: Partial<Ask> = {}): Ask {
  return {
    kind: 'ask',
    id,
    at: { step: id },
    role: 'qa',
    phase: 'RED',
    brief: briefOf('red', 'Write a failing test.'),
    codes: ['RC'],
    writes: ['test/**'],
    workspace: `W-${id}`,
    base: zeros,
    limitMs: 60_000,
    retry: [],
    ...rest,
  }
}

export function consult(
  id: string,
  options: readonly string[] = ['resume', 'abort'],
  rest: Partial<Consult> = {},
): Consult {
  return {
    kind: 'consult',
    id,
    at: { step: id },
    question: 'What now?',
    options: options.map((name) => ({ name, consequence: `It will ${name}.`, input: null })),
    fallback: options.at(-1) ?? '',
    expiryMs: null,
    status: 'halted',
    reasons: [],
    ...rest,
  }
}

export function end(rest: Partial<End> = {}): End {
  return { kind: 'end', outcome: 'completed', summary: 'Done.', reasons: [], result: {}, ...rest }
}

/** What a `scripted` protocol has heard; it has no other state. */
export interface Heard {
  readonly kind: 'listening'
  readonly heard: readonly Event[]
}

/** A protocol that begins with some effects and answers each event as told; the events it saw are its state. */
export function scripted(
  first: readonly Effect[],
  answer: (event: Event) => readonly Effect[] = () => [],
): Protocol<unknown, Heard> {
  return {
    name: 'scripted',
    version: 1,
    input: z.unknown(),
    start: () => ({ state: { kind: 'listening', heard: [] }, effects: first }),
    step: ({ heard }, event) => ({ state: { kind: 'listening', heard: [...heard, event] }, effects: answer(event) }),
    calls: () => [],
  }
}
