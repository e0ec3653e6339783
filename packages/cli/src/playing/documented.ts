/** What `--json` prints of a run that has ended, where its command has a document of its own. */
import type { Begins } from '@sigma/engine'
import { projectionOf } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { readerOf } from '../runs/reader.ts'
import type { Played } from './play.ts'

export async function documented(folder: string, { document }: Begins, played: Played): Promise<Played> {
  if (document === undefined) return played
  using reader = readerOf(folder)
  const run = reader?.run(played.result.run) ?? null
  if (reader === null || run === null) return played
  const reports = (await projectionOf(kits))(reader, kits).report
  return { ...played, document: (await document())({ run, reports }) }
}
