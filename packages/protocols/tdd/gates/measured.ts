import type { Reasons } from '@sigma/measuring'
import type { BlobRef, JsonObject } from '@sigma/protocol'

/** What a gate measured, before it becomes a judgement. */
export interface Measured {
  readonly reasons: Reasons
  readonly evidence: BlobRef
  /** Numbers and names for people and later checks. */
  readonly data: JsonObject
}
