/** Protocols that a project writes down are told to whoever follows them, and to agents: they are confirmed as they stand (T30). */
import { allDefined } from '../own-protocols/defined.ts'
import type { Place } from '../project/place.ts'
import type { Power } from './powers.ts'

/** A power for each folder. */
export async function powersOfDefined({ root }: Place): Promise<readonly Power[]> {
  const folders = (await allDefined()).flatMap(({ defined }) => defined.folders(root))
  return folders.map(({ path, digest }) => ({
    key: path,
    kind: 'folder',
    says: ['tells whoever follows it, agents too, which commands to run and what to do, as a protocol'],
    digest,
  }))
}
