import type { z } from 'zod'
import { isJsonObject } from './json-text.ts'
import { type Read, readRecord } from './validation.ts'

export type ReadVersion<T> = Read<T> | Newer

/** A record of a version that came after this program; it is handed back as it was. */
export interface Newer {
  readonly kind: 'newer'
  readonly version: number
  /** The newest version that this program reads. */
  readonly newest: number
  readonly record: unknown
}

/**
 * Reads a record that stores the version of its schema in `schema` (SIG-34). `readers` holds one schema for each
 * version, from 1 on; each gives the record as it is used today.
 */
export function readVersion<T>(record: unknown, readers: readonly z.ZodType<T>[]): ReadVersion<T> {
  const { schema: version } = isJsonObject(record) ? record : {}
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { kind: 'fault', path: '/schema', message: 'The record has no version: an integer from 1.' }
  }
  const reader = readers[version - 1]
  return reader === undefined ? { kind: 'newer', version, newest: readers.length, record } : readRecord(reader, record)
}
