import { type Reader, SigmaError } from '@sigma/engine/reading'

/** Null where nothing was recorded yet. */
export function unlessMissing(open: () => Reader): Reader | null {
  try {
    return open()
  } catch (error) {
    if (error instanceof SigmaError && error.code === 'store-missing') return null
    throw error
  }
}
