import type { BlobRef } from '@sigma/protocol'

/** Long enough to be one blob's alone, short enough to be typed after `sigma why`. */
export const shortName = (ref: BlobRef): string => ref.replace(/^sha256:/, '').slice(0, 12)
