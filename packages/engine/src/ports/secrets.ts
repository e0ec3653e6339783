import type { Blobs, Secrets } from './ports.ts'

const asItIs = (text: string): string => text

export const nothingSecret: Secrets = { text: asItIs, known: asItIs, value: (value) => value, event: (event) => event }

/** What is kept of texts holds no secret. */
export function cleanBlobs(blobs: Blobs, { text, known }: Pick<Secrets, 'text' | 'known'>): Blobs {
  return {
    ...blobs,
    put: (content, compared) => {
      if (typeof content !== 'string') return blobs.put(content)
      return blobs.put(compared === undefined ? text(content) : record(content, compared, { text, known }))
    },
  }
}

/** Names of properties may be compared as well: paths of files are. */
function record(json: string, compared: ReadonlySet<string>, { text, known }: Pick<Secrets, 'text' | 'known'>): string {
  const clean = (value: unknown, plain: (text: string) => string): unknown => {
    if (typeof value === 'string') return plain(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((part) => clean(part, plain))
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [known(key), clean(part, compared.has(key) ? known : text)]),
    )
  }
  return JSON.stringify(clean(JSON.parse(json), text))
}
