/** The text of a document, as it lay in the person's folder or stands in a commit. */
import type { GateWorld } from '@sigma/engine'
import type { DesignParameters } from '../machine/gate-parameters.ts'

export interface ReadText {
  /** Names the bytes. */
  readonly blob: string
  readonly bytes: number
  /** Null: it is no UTF-8. */
  readonly text: string | null
}

type DesignText = NonNullable<DesignParameters['design']>

/** `content`, or `blob`: the text; null: that of the commit. Null: there is none. */
export async function textAt(
  { checkouts, blobs }: GateWorld,
  commit: string,
  { path, blob, content }: DesignText,
): Promise<ReadText | null> {
  if (content !== undefined) {
    const bytes = Buffer.from(content)
    return { blob: blobs.put(bytes), bytes: bytes.byteLength, text: content }
  }
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
