import { type Envelope, eventSchema, type Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { recordNewer, storeBroken } from '../errors.ts'

/** Schema version of the records this sigma writes; older known ones are read, newer ones refused (SIG-34). */
export const recordSchemaVersion = 1

const envelopeSchema: z.ZodType<Envelope> = z.object({
  schema: z.literal(1),
  run: z.string(),
  sequence: z.number(),
  key: z.string(),
  attempt: z.string().nullable(),
  protocol: z.string(),
  version: z.number(),
  at: z.string(),
  tick: z.number(),
  nonce: z.string(),
  caller: z.string(),
  epoch: z.number(),
})

const recordSchema: z.ZodType<Recorded> = z.object({ envelope: envelopeSchema, event: eventSchema })
const stampSchema = z.object({ envelope: z.object({ schema: z.number() }) })

/** Reads a record back. Fails with `record-newer` or `store-broken`; the record stays as it is. */
export function recordOf(run: string, sequence: number, json: string): Recorded {
  const value = parsed(run, sequence, json)
  const stamp = stampSchema.safeParse(value)
  const found = stamp.data?.envelope.schema
  if (found !== undefined && found > recordSchemaVersion) throw recordNewer(run, sequence, found, recordSchemaVersion)
  const record = recordSchema.safeParse(value)
  if (!record.success) throw storeBroken(`event ${sequence} of ${run} cannot be read: ${z.prettifyError(record.error)}`)
  return record.data
}

function parsed(run: string, sequence: number, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw storeBroken(`event ${sequence} of ${run} is no JSON`, error)
  }
}
