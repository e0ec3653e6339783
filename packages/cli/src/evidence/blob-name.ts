import type { BlobRef } from '@sigma/protocol'

/** A blob's name, long enough to be unique, short enough to be typed after `sigma why`. */
export const shortName = (ref: BlobRef): string => ref.replace(/^sha256:/, '').slice(0, 12)
