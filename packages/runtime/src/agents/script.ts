import type { Json, JsonObject } from '@sigma/protocol'
import { z } from 'zod'

const json: z.ZodType<Json> = z.json()

/** Which asks a turn answers; every given field must match. */
const when = z.strictObject({
  role: z.string().exactOptional(),
  /** As a word. */
  phase: z.string().exactOptional(),
  /** Where the ask stands in its protocol: unit, step, round. */
  unit: z.string().exactOptional(),
  step: z.string().exactOptional(),
  round: z.int().exactOptional(),
  /** What the task is about, for people. */
  subject: z.string().exactOptional(),
  type: z.string().exactOptional(),
  /** How many refusals the Handoff tells of. */
  refused: z.int().exactOptional(),
  /** Parameters of the task that must be there with these values. */
  parameters: z.record(z.string(), json).exactOptional(),
})
export type When = z.infer<typeof when>

const scriptedTurn = z.strictObject({
  when: when.exactOptional(),
  /** Files by path in the workspace: their content, or a file beside the script. */
  write: z.record(z.string(), z.union([z.string(), z.strictObject({ file: z.string() })])).exactOptional(),
  delete: z.array(z.string()).exactOptional(),
  /** As an agent prints it, e.g. `→[RC, two tests]`. */
  answer: z.string(),
  delayMs: z.int().nonnegative().exactOptional(),
})
export type ScriptedTurn = z.infer<typeof scriptedTurn>

/** What a scripted agent plays: of an ask the first turn that matches. */
export const scriptSchema = z.strictObject({ turns: z.array(scriptedTurn) })
export type Script = z.infer<typeof scriptSchema>

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
