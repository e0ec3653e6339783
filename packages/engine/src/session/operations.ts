/** What a host does for programs in other processes. Strict both ways: what is not named here is not taken. */
import type { CallResult } from '@sigma/protocol'
import { z } from 'zod'
import type { CallRequest } from '../host/host.ts'
import { decisionSchema, resultSchema } from '../views/schemas.ts'
import { type Operation, operation } from './operation.ts'

const run = z.string().min(1).max(200)
const text = z.string().max(100_000)
const done = z.null()

/** Keeps bytes in the store; they travel as base64. */
export const keep = operation('keep', z.strictObject({ content: z.base64() }), z.string())

export const begin = operation(
  'begin',
  z.strictObject({ protocol: z.string().max(100), input: z.json(), run }),
  z.object({ run: z.string(), joined: z.boolean(), lost: z.array(z.string()).readonly() }),
)

/** The run of a subject that is being played; null: none is. */
export const playing = operation(
  'playing',
  z.strictObject({ protocol: z.string().max(100), subject: text }),
  z.string().nullable(),
)

export const resume = operation('resume', z.strictObject({ run }), done)

export const settled = operation(
  'settled',
  z.strictObject({ run }),
  z.object({ result: resultSchema, decisions: z.array(decisionSchema).readonly() }),
)

export const decide = operation(
  'decide',
  z.strictObject({ id: run, option: z.string().max(200), input: z.json(), by: text, key: run }),
  done,
)

const callSchema = z.strictObject({ verb: z.string().max(200), arguments: z.json(), caller: text, key: run })

export const call: Operation<{ readonly run: string; readonly call: CallRequest }, CallResult> = operation(
  'call',
  z.strictObject({ run, call: callSchema }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('replied'), data: z.json() }),
    z.object({ kind: z.literal('refused'), rule: z.string(), reason: z.string(), remedy: z.string() }),
  ]),
)

/** Stops the run that is named; null: every one that is being played. Gives what was stopped, once it is. */
export const stop = operation('stop', z.strictObject({ run: run.nullable(), by: text }), z.array(z.string()).readonly())

/** From now on shows the guest what is being done in the run; null: in all runs. */
export const watch = operation('watch', z.strictObject({ run: run.nullable() }), done)

/** Has a host that stands by go; unanswered, for it ends. */
export const makeWay: Operation<{ readonly command: string }, null> = operation(
  'make-way',
  z.strictObject({ command: z.string().max(1_000) }),
  done,
)
