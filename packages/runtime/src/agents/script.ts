import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'

/** What a scripted agent plays. */
export interface Script {
  readonly turns: readonly ScriptedTurn[]
}

export interface ScriptedTurn {
  /** Which asks it answers; every given field must match. The first turn that matches is played. */
  readonly when?: When
  /** Files by path in the workspace: their content, or a file beside the script. */
  readonly write?: Readonly<Record<string, string | { readonly file: string }>>
  readonly delete?: readonly string[]
  /** As an agent prints it, e.g. `→[RC, two tests]`. */
  readonly answer: string
  readonly delayMs?: number
}

export interface When {
  readonly role?: string
  /** As a word. */
  readonly phase?: string
  /** Where the ask stands in its protocol. */
  readonly unit?: string
  readonly step?: string
  readonly round?: number
  /** What the task is about, for people. */
  readonly subject?: string
  readonly type?: string
  /** How many refusals the Handoff tells of. */
  readonly refused?: number
  /** Parameters of the task that must be there with these values. */
  readonly parameters?: JsonObject
}

const json: z.ZodType<Json> = z.json()

export const scriptSchema: z.ZodType<Script> = z.strictObject({
  turns: z.array(
    z.strictObject({
      when: z
        .strictObject({
          role: z.string().exactOptional(),
          phase: z.string().exactOptional(),
          unit: z.string().exactOptional(),
          step: z.string().exactOptional(),
          round: z.int().exactOptional(),
          subject: z.string().exactOptional(),
          type: z.string().exactOptional(),
          refused: z.int().exactOptional(),
          parameters: z.record(z.string(), json).exactOptional(),
        })
        .exactOptional(),
      write: z.record(z.string(), z.union([z.string(), z.strictObject({ file: z.string() })])).exactOptional(),
      delete: z.array(z.string()).exactOptional(),
      answer: z.string(),
      delayMs: z.int().nonnegative().exactOptional(),
    }),
  ),
})

/** What of an ask a script can tell apart. */
export interface Asked extends When {
  readonly refused: number
  readonly parameters: JsonObject
}

/** The turn that answers an ask, or null; depends on the ask alone, so a resumed run plays the same. */
export function turnFor(script: Script, asked: Asked): { readonly turn: ScriptedTurn; readonly number: number } | null {
  const at = script.turns.findIndex(({ when = {} }) => {
    const { parameters = {}, ...fields } = when
    const told: Readonly<Record<string, unknown>> = { ...asked }
    return (
      Object.entries(fields).every(([name, value]) => told[name] === value) && includes(asked.parameters, parameters)
    )
  })
  const turn = script.turns[at]
  return turn === undefined ? null : { turn, number: at + 1 }
}

function includes(all: JsonObject, some: JsonObject): boolean {
  return Object.entries(some).every(([name, value]) => JSON.stringify(all[name]) === JSON.stringify(value))
}
