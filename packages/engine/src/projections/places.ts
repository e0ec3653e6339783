/** Which files of a person's repository are Sigma's own, so that nobody takes them for changes of theirs (D21). */
import { isAbsolute, join, relative } from 'node:path'
import type { TddInput } from '@sigma/protocol'
import { bankOf, collective, inBank, workFolder } from './paths.ts'
import { fileOf } from './projected.ts'
import type { RegionName } from './region.ts'
import { workFiles } from './work-directory.ts'
import type { ProjectPlace } from './writer.ts'

/** Globs, relative to the repository's top. Of the person's own folder (`--out`) only the files that Sigma writes. */
export function ownGlobs({ root, top }: ProjectPlace, inputs: readonly TddInput[]): readonly string[] {
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

/** σ₄ and σ₅ of the configured memory bank, and of each that a run was begun with. */
export function regionsOf(memoryBank: string, inputs: readonly TddInput[]): ReadonlyMap<string, RegionName> {
  const banks = new Set([memoryBank, ...inputs.map(bankOf)])
  const names = ['progress', 'context'] as const
  return new Map([...banks].flatMap((bank) => names.map((name) => [inBank(bank, fileOf(name)), name] as const)))
}

const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
