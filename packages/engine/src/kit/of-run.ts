/** What a run is about, and the words of its protocol. */
import { protocolOf } from '../host/protocol-of.ts'
import type { Registered } from '../host/registered.ts'
import type { RunView } from '../views/views.ts'
import type { About } from './about.ts'
import type { Kit } from './kit.ts'
import { plainWords, type Words } from './words.ts'

/** Null: nobody here can read the run's input. */
export function aboutRun(
  known: readonly Registered[],
  run: Pick<RunView, 'protocol' | 'version' | 'input'>,
): About | null {
  return protocolOf(known, run)?.about(run.input) ?? null
}

export function wordsOf(kits: readonly Kit[], run: Pick<RunView, 'protocol' | 'version'>): Words {
  return protocolOf(kits, run)?.words ?? plainWords
}
