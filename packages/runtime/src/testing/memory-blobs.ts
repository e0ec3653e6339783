import { createHash } from 'node:crypto'
import { type Blobs, SigmaError } from '@sigma/engine'

/** Blobs that live as long as the test. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Uint8Array>()
  return {
    put(content) {
      const bytes = Buffer.from(content)
      const ref = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
      kept.set(ref, bytes)
      return ref
    },
    get(ref) {
      const bytes = kept.get(ref)
      if (bytes === undefined) throw new SigmaError('unknown-blob', `There is no blob ${ref}.`)
      return bytes
    },
  }
}
