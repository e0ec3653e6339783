import { SigmaError, storeFull } from '../errors.ts'
import { failureOf } from './database.ts'

/** What an error on the way to the store says to a person; what no person can act on passes unchanged. */
export function told(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SigmaError || !('code' in error)) return error
  return error.code === 'ENOSPC' ? storeFull(error) : failureOf(error)
}
