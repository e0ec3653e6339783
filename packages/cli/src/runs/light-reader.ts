/** Reads what was recorded without loading protocols, for commands that only show it and should be there at once. */
import { openReader, type Reader } from '@sigma/engine/reading'
import { unlessMissing } from './unless-missing.ts'

/** Null where nothing was recorded yet. Protocols are loaded only where a state must be folded to be shown. */
export async function lightReaderOf(folder: string): Promise<Reader | null> {
  const light = unlessMissing(() => openReader({ folder }))
  if (light === null || light.behind().length === 0) return light
  light[Symbol.dispose]()
  const { readerOf } = await import('./reader.ts')
  return readerOf(folder)
}
