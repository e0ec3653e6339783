/** Which files of a person's repository are Sigma's own, so that nobody takes them for changes of theirs (D21). */
import { join, relative } from 'node:path'
import { collective, type OwnPlaces, type ProjectPlace } from '@sigma/engine/projecting'
import { bankOf, type PlannedModule, regionPath } from './paths.ts'

/** `memoryBank` is the configured one; `inputs` those of all runs. */
export function ownPlaces(
  { root, top }: ProjectPlace,
  memoryBank: string,
  inputs: readonly PlannedModule[],
): OwnPlaces {
  const folder = literal(relative(top, join(root, collective)).replaceAll('\\', '/'))
  const banks = new Set([memoryBank, ...inputs.map(bankOf)])
  return {
    globs: ['.gitignore', 'metrics/sigma/**', 'sigma/**'].map((path) => `${folder}/${path}`),
    regions: new Map(
      [...banks].flatMap((bank) =>
        (['progress', 'context'] as const).map((name) => [regionPath(bank, name), name] as const),
      ),
    ),
  }
}

/** Globs are meant as they stand. */
export const literal = (path: string): string => path.replace(/[[\](){}!*?+@\\]/g, '\\$&')
