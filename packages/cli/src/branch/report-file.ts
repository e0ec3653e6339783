/** A file that a person wants a report in. */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SigmaError } from '@sigma/engine'

export type Unwritable = (file: string, why: string) => SigmaError

/** The file, looked at before anything runs for long. */
export function writable(file: string, unwritable: Unwritable): string {
  if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw unwritable(file, `there is no folder ${join(dirname(file), '/')}`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw unwritable(file, 'it is a folder')
  return file
}

export function orUnwritable(file: string, write: () => void, unwritable: Unwritable): void {
  try {
    write()
  } catch (error) {
    throw unwritable(file, error instanceof Error ? error.message : String(error))
  }
}
