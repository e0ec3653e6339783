import type { Reader, runSizes } from '@sigma/engine'
import { openRemains, type Remains } from '@sigma/runtime'
import { failureOf } from '../errors.ts'
import { cacheFolderOf } from '../project/folders.ts'
import type { Place } from '../project/place.ts'
import type { World } from '../world.ts'
import type { Candidate } from './plan.ts'

export function remainsOf(world: World, place: Place): Remains {
  return openRemains({
    top: place.top,
    dataFolder: place.folder,
    cacheFolder: cacheFolderOf(world),
    path: world.env['PATH'] ?? '',
  })
}

type Recorded = Pick<Reader, 'runs' | 'intact'>

/** All runs of a store, oldest first. */
export function candidatesOf(
  reader: Recorded,
  sizes: ReturnType<typeof runSizes>,
  remains: Pick<Remains, 'bytesOf'>,
): readonly Candidate[] {
  const views = new Map(reader.runs().map((view) => [view.run, view]))
  return sizes.map(({ run, family, lastAt, bytes, over }) => {
    const view = views.get(run)
    return {
      run,
      family,
      kin: `${view?.protocol ?? ''} ${view?.subject ?? ''}`,
      lastAt: Date.parse(lastAt),
      bytes: bytes + remains.bytesOf(run),
      over,
      intact: isIntact(reader, run),
    }
  })
}

/** False: somebody changed the run's journal, which is evidence and stays. */
export const isIntact = (reader: Pick<Reader, 'intact'>, run: string): boolean =>
  failureOf(() => reader.intact(run)) === null
