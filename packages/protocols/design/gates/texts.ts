/** The text of a document, as it lay in the person's folder or stands in a commit. */
import type { GateWorld } from '@sigma/engine'

export interface ReadText {
  /** Names the bytes. */
  readonly blob: string
  readonly bytes: number
  /** Null: it is no UTF-8. */
  readonly text: string | null
}

/** `blob`: the text; null: that of the commit. Null: there is none. */
export async function textAt(
  { checkouts, blobs }: GateWorld,
  commit: string,
  { path, blob }: { readonly path: string; readonly blob: string | null },
): Promise<ReadText | null> {
  const bytes = blob === null ? await checkouts.read(commit, path) : blobs.get(blob)
  if (bytes === null) return null
  return { blob: blob ?? blobs.put(bytes), bytes: bytes.byteLength, text: decoded(bytes) }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
