import type { Agents } from '@sigma/engine'
import {
  type Does,
  type ScriptedWorld,
  scriptedAgents as scriptedAnywhere,
  type Told as ToldAnywhere,
} from '@sigma/engine/testing'
import { z } from 'zod'

export type { Does } from '@sigma/engine/testing'

/** What a scripted agent of the TDD loop is told, in short. */
export interface Told extends ToldAnywhere {
  /** As a word; empty where the context has none. */
  readonly phase: string
  readonly cycle: number
  readonly round: number
}

export type Script = (told: Told) => Does | Promise<Does>

const handoffSchema = z.looseObject({
  context: z.looseObject({
    session: z
      .looseObject({ phase: z.string().default(''), cycle: z.number().default(0), round: z.number().default(0) })
      .prefault({}),
  }),
})

/** Agents that play a script in the memory world. */
export function scriptedAgents({
  script,
  ...world
}: Omit<ScriptedWorld, 'script'> & { readonly script: Script }): Agents {
  return scriptedAnywhere({
    ...world,
    script: (told) => {
      const { phase, cycle, round } = handoffSchema.parse(told.request.handoff).context.session
      return script({ ...told, phase, cycle, round })
    },
  })
}
