import type { Workplace } from '@sigma/engine'
import { inRepository, type Place } from './place.ts'

/** What kits are told of where somebody stands. */
export function workplaceOf(place: Place, cwd: string): Workplace {
  return {
    cwd,
    root: place.root,
    top: place.top,
    inRepository: (path) => inRepository(place, path),
    globsInRepository: (globs) => globs.map((glob) => globInRepository(place, glob)),
  }
}

function globInRepository(place: Place, glob: string): string {
  const taken = glob.startsWith('!') && !glob.startsWith('!(')
  const bare = taken ? glob.slice(1) : glob
  const prefix = inRepository(place, '.')
  return `${taken ? '!' : ''}${prefix === '' ? bare : `${prefix}/${bare}`}`
}
