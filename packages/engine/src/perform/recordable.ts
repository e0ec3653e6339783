import type { Check, Judged } from '@sigma/protocol'
import { canonical } from '../identity/canonical.ts'
import type { Blobs, Judgement } from '../ports/ports.ts'

/** What an event may carry; more goes into a blob. */
const mostData = 64 * 1024

/** A judgement as an event. Fails with `blob-unknown` where its evidence is not kept: then it is none (SIG-50). */
export function recordable({ id }: Check, { verdict, findings, data, evidence }: Judgement, blobs: Blobs): Judged {
  blobs.get(evidence)
  const text = canonical(data)
  const carried = text.length <= mostData ? data : { blob: blobs.put(text) }
  return { kind: 'judged', id, verdict, findings, data: carried, evidence }
}
