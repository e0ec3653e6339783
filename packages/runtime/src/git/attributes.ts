import { basename } from 'node:path'
import type { SigmaGit, Tree } from './sigma-git.ts'

/** Which filter the commit's own attributes name for each of these paths; without one a path is left out. */
export async function filtersOf(
  git: SigmaGit,
  commit: string,
  tree: Tree,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const lists = new Set<string>()
  for (const [path, { mode, oid }] of tree)
    if (path.endsWith('.gitattributes') && basename(path) === '.gitattributes' && mode.startsWith('100')) lists.add(oid)
  const texts = await git.blobs([...lists])
  if (![...texts.values()].some((text) => text.includes('filter'))) return new Map()
  const stdin = [...paths].map((path) => `${path}\0`).join('')
  const fields = await git.withIndexOf(commit, async (index) => {
    const call = { verb: 'check-attr', options: ['--cached', '--stdin', '-z', 'filter'], stdin } as const
    return (await git.run(call, { index })).fields()
  })
  const filters = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3)
    if (!['unspecified', 'unset', 'set'].includes(value)) filters.set(path, value)
  }
  return filters
}
