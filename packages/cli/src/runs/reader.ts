import { openReader, type Reader } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { noRuns } from '../errors.ts'
import { beginLine } from './begin-line.ts'
import { unlessMissing } from './unless-missing.ts'

/** Null where nothing was recorded yet. */
export function readerOf(folder: string): Reader | null {
  return unlessMissing(() => openReader({ folder, protocols: kits }))
}

/** For commands that are about a run. Fails with `no-runs`. */
export function runReaderOf(folder: string): Reader {
  const reader = readerOf(folder)
  if (reader === null) throw noRuns(beginLine())
  return reader
}
