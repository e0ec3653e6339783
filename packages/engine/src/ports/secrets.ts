import type { Blobs, Secrets } from './ports.ts'

export const nothingSecret: Secrets = { text: (text) => text, value: (value) => value, event: (event) => event }

/** What is kept of texts holds no secret. */
export function cleanBlobs(blobs: Blobs, { text }: Pick<Secrets, 'text'>): Blobs {
  return { ...blobs, put: (content) => blobs.put(typeof content === 'string' ? text(content) : content) }
}
