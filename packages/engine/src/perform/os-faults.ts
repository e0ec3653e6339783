import { diskFailing, diskFull, diskReadOnly, machineCrowded, SigmaError } from '../errors.ts'

/** What went wrong first, where clearing up after it went wrong as well. */
export function firstFault(thrown: unknown): unknown {
  if (!(thrown instanceof SuppressedError)) return thrown
  return isChange(thrown.error) ? thrown.error : firstFault(thrown.suppressed)
}

/** What was installed meanwhile may be the reason of all that failed before it was found. */
export const isChange = (error: unknown): boolean =>
  error instanceof SigmaError && error.code === 'dependencies-changed'

/**
 * What an error of the operating system says about the machine: nobody's fault but the disk's, or that there is no more
 * of something. Null: it is none of these.
 */
export function osFaultOf(error: unknown): SigmaError | null {
  if (!(error instanceof Error) || error instanceof SigmaError || !('code' in error)) return null
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(placeOf(error), error)
    case 'EROFS':
      return diskReadOnly(placeOf(error), error)
    case 'EIO':
      return diskFailing(placeOf(error), error)
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
    case 'EAGAIN':
      return machineCrowded(error.code, error)
    default:
      return null
  }
}

/** The file that was to be written: of two, the second. */
function placeOf(error: Error): string {
  const named = ['dest', 'path'].map((name): unknown => Reflect.get(error, name))
  return named.find((name) => typeof name === 'string') ?? 'a file'
}
