/** Which files of a person's repository are Sigma's own, so that nobody takes them for changes of theirs (D21). */
import { isAbsolute, join, relative } from 'node:path'
import { collective, type OwnPlaces, type ProjectPlace, type RegionName } from '@sigma/engine/projecting'
import type { TddInput } from '../machine/input.ts'
import { bankOf, inBank, workFolder } from './paths.ts'
import { fileOf } from './projected.ts'
import { workFiles } from './work-directory.ts'

/** `memoryBank` is the configured one. */
export function ownPlaces(place: ProjectPlace, memoryBank: string, inputs: readonly TddInput[]): OwnPlaces {
  return { globs: globsOf(place, inputs), regions: regionsOf(memoryBank, inputs) }
}

function globsOf({ root, top }: ProjectPlace, inputs: readonly TddInput[]): readonly string[] {
  const below = (path: string): string => relative(top, path).replaceAll('\\', '/')
  const usual = ['.gitignore', 'metrics/sigma/**', 'sigma/**'].map(
    (path) => `${literal(below(join(root, collective)))}/${path}`,
  )
  const chosen = inputs.flatMap((input) => {
    if (input.out === undefined) return []
    const folder = below(isAbsolute(input.out) ? input.out : join(root, input.out))
    if (folder.startsWith('..') || isAbsolute(folder)) return []
    return input.cycles.flatMap(({ id }) =>
      Object.values(workFiles).map((file) => literal(join(folder, workFolder(input, id).path, file))),
    )
  })
  return [...usual, ...new Set(chosen)]
}

function regionsOf(memoryBank: string, inputs: readonly TddInput[]): ReadonlyMap<string, RegionName> {
  const banks = new Set([memoryBank, ...inputs.map(bankOf)])
  const names = ['progress', 'context'] as const
  return new Map([...banks].flatMap((bank) => names.map((name) => [inBank(bank, fileOf(name)), name] as const)))
}

const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
