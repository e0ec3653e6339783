/** What `sigma gates` asks of the host, named on both sides by the same value. */
import type { Operation, Rehearsal } from '@sigma/engine'
import { findingSchema } from '@sigma/protocol'
import { z } from 'zod'

/** Variables of an agent's environment: where its host listens, who it is, and what to run. */
export const socketVariable = 'SIGMA_SOCKET'
export const tokenVariable = 'SIGMA_TOKEN'
export const commandVariable = 'SIGMA_GATES'
/** Set where the project has checks of its own that can be tried, too. */
export const checksVariable = 'SIGMA_CHECKS'

const asked = z.strictObject({
  token: z.string().max(4_000),
  /** Where the agent stands; the top of its workspace or below. */
  cwd: z.string().max(4_096),
  scope: z.enum(['related', 'all']),
  checks: z.boolean().exactOptional(),
})

export type RehearsalAsked = z.infer<typeof asked>

const count = z.int().nonnegative()
const checkTried = z.object({
  command: z.string(),
  outcome: z.enum(['passed', 'failed', 'cannot-run']),
  why: z.string().nullable(),
  said: z.string(),
})
const failure = z.object({ what: z.string(), message: z.string(), place: z.string().nullable() })

export const rehearse: Operation<RehearsalAsked, Rehearsal> = {
  name: 'rehearse',
  asked,
  answer: z.object({
    outcome: z.enum(['passed', 'failed', 'unknown']),
    passed: count,
    failed: count,
    skipped: count,
    tests: z.record(z.string(), z.enum(['passed', 'failed', 'skipped', 'todo'])),
    failures: z.array(failure),
    problem: findingSchema.nullable(),
    ran: z.array(z.string()),
    kept: count,
    how: z.enum(['warm', 'cold']),
    durationMs: z.number(),
    checks: z.array(checkTried).readonly().exactOptional(),
  }),
}
