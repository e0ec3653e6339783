import { plainWords, type Reader, type Words, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'

/** What the protocol of a run says in its own words. */
export function wordsIn(reader: Pick<Reader, 'run'>, run: string): Words {
  const view = reader.run(run)
  return view === null ? plainWords : wordsOf(kits, view)
}
