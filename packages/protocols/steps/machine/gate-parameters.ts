/** What the gates are given. */
import { z } from 'zod'

export const skillsParameters = z.object({ skills: z.array(z.object({ name: z.string(), text: z.string() })) })

export const memoryParameters = z.object({
  task: z.string().min(1),
  agent: z.string().min(1),
  /** In the commit. */
  path: z.string().min(1),
  /** Commit in which the agent's memory of an earlier turn lies; absent: it left none. */
  since: z.string().min(1).optional(),
})
