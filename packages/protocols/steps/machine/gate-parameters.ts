/** What the gates are given. */
import { z } from 'zod'

const given = z.object({ name: z.string(), text: z.string(), file: z.string().default('') })

export const skillsParameters = z.object({
  /** As they lie there: those that are wanted. */
  skills: z.array(given),
  /** Others that these may name in their phases. */
  parts: z.array(given).default([]),
  /** Files that describe agents. */
  agents: z.array(given).default([]),
  /** Names that an agent plays, `*` every other; null: nobody knows. */
  roles: z.array(z.string()).nullable().default(null),
  /** The text of a step whose own agents work by it, and these: no skill, and read as none; null: there is none. */
  own: z
    .object({ name: z.string(), text: z.string(), agents: z.array(z.string()) })
    .nullable()
    .default(null),
  /** True: they are a sequence, in which only atomic ones have a place (EXE-33). */
  sequence: z.boolean().default(false),
})
export type SkillsParameters = z.output<typeof skillsParameters>

export const memoryParameters = z.object({
  task: z.string().min(1),
  agent: z.string().min(1),
  /** In the commit. */
  path: z.string().min(1),
  /** Commit in which the agent's memory of an earlier turn lies; absent: it left none. */
  since: z.string().min(1).optional(),
})
