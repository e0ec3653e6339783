/** Files that are Sigma's own for the sake of TDD runs. */
import { isAbsolute, join, relative } from 'node:path'
import type { OwnPlaces, ProjectPlace } from '@sigma/engine/projecting'
import { literal, ownPlaces as usualPlaces } from '../../writing/own-places.ts'
import type { TddInput } from '../machine/input.ts'
import { workFiles } from './work-directory.ts'
import { workFolder } from './work-folder.ts'

/** `memoryBank` is the configured one. */
export function ownPlaces(place: ProjectPlace, memoryBank: string, inputs: readonly TddInput[]): OwnPlaces {
  const { globs, regions } = usualPlaces(place, memoryBank, inputs)
  return { globs: [...globs, ...new Set(inputs.flatMap((input) => chosenBy(place, input)))], regions }
}

/** Of a folder of the person's choice only what Sigma writes there. */
function chosenBy({ root, top }: ProjectPlace, input: TddInput): readonly string[] {
  if (input.out === undefined) return []
  const below = isAbsolute(input.out) ? input.out : join(root, input.out)
  const folder = relative(top, below).replaceAll('\\', '/')
  if (folder.startsWith('..') || isAbsolute(folder)) return []
  return input.cycles.flatMap(({ id }) =>
    Object.values(workFiles).map((file) => literal(join(folder, workFolder(input, id).path, file))),
  )
}
