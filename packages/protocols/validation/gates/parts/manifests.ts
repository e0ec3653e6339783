/** Reads what a package.json names. It is data of the code that is checked. */
import { posix } from 'node:path'
import { jsonIn } from '@sigma/measuring'
import { z } from 'zod'
import type { Look } from './part.ts'

const versions = z.record(z.string(), z.string()).catch({})
const manifestSchema = z.object({
  dependencies: versions.default({}),
  devDependencies: versions.default({}),
  optionalDependencies: versions.default({}),
  peerDependencies: versions.default({}),
})

/** The folder of the project, then the root. */
export const foldersOf = ({ project: { folder } }: Pick<Look, 'project'>): readonly string[] =>
  folder === '' ? [''] : [folder, '']

/** Does the project say that it needs this package, here or where the change began? A change cannot take itself out of a check. */
export async function needs(look: Look, name: string, before: Look | null): Promise<boolean> {
  for (const each of before === null ? [look] : [look, before])
    for (const folder of foldersOf(look)) if ((await neededIn(each, folder)).has(name)) return true
  return false
}

export async function neededIn(look: Look, folder: string): Promise<ReadonlySet<string>> {
  const text = await look.text(posix.join(folder, 'package.json'))
  const { data } = manifestSchema.safeParse(jsonIn(text ?? ''))
  return new Set(data === undefined ? [] : Object.values(data).flatMap((each) => Object.keys(each)))
}
