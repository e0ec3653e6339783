import { withLock } from './lock.ts'
import type { Form } from './projected-file.ts'
import { type ProjectPlace, type Written, writeProjected } from './writer.ts'

/**
 * Writes a file of a person's into their repository, where nothing is, or in the place of what lay there, by its hash;
 * whatever else lies there stays.
 */
export function layFile(place: ProjectPlace, path: string, content: string, of: string | null): Written {
  const form: Form = of === null ? { kind: 'once', content } : { kind: 'instead', run: '', content, of }
  return withLock(place.folder, () => writeProjected(place, { base: 'repository', path, form }, 'write'))
}
