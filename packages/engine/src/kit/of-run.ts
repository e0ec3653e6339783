/** The protocol of a run, and what the run is about. */
import type { Registered } from '../host/registered.ts'
import type { RunView } from '../views/views.ts'
import type { About } from './about.ts'
import type { Kit } from './kit.ts'
import { plainWords, type Words } from './words.ts'

type Named = Pick<RunView, 'protocol' | 'version'>

/** Null: this Sigma does not know that version of the protocol. */
export function protocolOf<Known extends Registered>(
  known: readonly Known[],
  run: Pick<RunView, 'protocol' | 'version'>,
): Known | null {
  return known.find(({ name, version }) => name === run.protocol && version === run.version) ?? null
}

/** Null: nobody here can read the run's input. */
export function aboutRun(known: readonly Registered[], run: Named & Pick<RunView, 'input'>): About | null {
  return protocolOf(known, run)?.about(run.input) ?? null
}

export function wordsOf(kits: readonly Kit[], run: Pick<RunView, 'protocol' | 'version'>): Words {
  return protocolOf(kits, run)?.words ?? plainWords
}
