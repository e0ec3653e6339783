import { openReader, type Reader } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { unlessMissing } from './unless-missing.ts'

/** Null where nothing was recorded yet. */
export function readerOf(folder: string): Reader | null {
  return unlessMissing(() => openReader({ folder, protocols: kits }))
}
