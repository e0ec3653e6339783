import type { z } from 'zod'

export type Read<T> = { readonly kind: 'read'; readonly record: T } | RecordFault

/** The first thing wrong with a record (SIG-33). */
export interface RecordFault {
  readonly kind: 'fault'
  /** JSON pointer, e.g. `/session/round`; empty for the record itself. */
  readonly path: string
  readonly message: string
}

/** Reads a record by its schema, unknown properties kept. */
export function readRecord<T>(schema: z.ZodType<T>, value: unknown): Read<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { kind: 'read', record: parsed.data }
  const [first] = parsed.error.issues
  return { kind: 'fault', path: pointer(first?.path ?? []), message: first?.message ?? 'Not readable.' }
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
