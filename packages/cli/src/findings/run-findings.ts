/** Asks the kit of a run what the run's checks found. */
import { protocolOf, type Reader, type RunFindings, type RunView } from '@sigma/engine'
import { kits } from '@sigma/protocols'

/** Null: its protocol has no checks of that kind, or the run cannot be read. */
export async function findingsOf(reader: Reader, run: RunView): Promise<RunFindings | null> {
  const finds = await protocolOf(kits, run)?.findings?.()
  return finds?.(reader, run) ?? null
}
