import { hash } from 'node:crypto'
import { type Blobs, blobUnknown } from '@sigma/engine'

/** Blobs that live as long as this process: for proofs and tests. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Uint8Array>()
  return {
    put(content) {
      const bytes = Buffer.from(content)
      const ref = `sha256:${hash('sha256', bytes)}`
      kept.set(ref, bytes)
      return ref
    },
    get(ref) {
      const bytes = kept.get(ref)
      if (bytes === undefined) throw blobUnknown(ref)
      return Uint8Array.from(bytes)
    },
  }
}
