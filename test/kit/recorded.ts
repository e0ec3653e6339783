import { join } from 'node:path'
import { openReader, type Reader, SigmaError } from '@sigma/engine'
import type { Repository } from './repository.ts'

/** What is recorded by now says; `otherwise` where nothing is, also while a host is still laying its store out. */
export function recordedIn<Value>(
  { path }: Repository,
  read: (reader: Reader) => Value,
  otherwise: NoInfer<Value>,
): Value {
  let opened: Reader
  try {
    opened = openReader({ folder: join(path, '.sigma') })
  } catch (error) {
    if (error instanceof SigmaError && error.code === 'store-missing') return otherwise
    throw error
  }
  using reader = opened
  return read(reader)
}
