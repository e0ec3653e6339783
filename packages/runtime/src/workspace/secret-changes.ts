/** Whoever works in a workspace may write what it knows into a file, or into a file's name: no commit takes that in (T28). */
import type { Finding } from '@sigma/protocol'
import type { SigmaGit, Tree } from '../git/sigma-git.ts'
import type { SecretKeeper } from '../secrets/secrets.ts'
import { contentOf } from './file-state.ts'
import type { Change } from './survey.ts'

export type SecretFinder = Pick<SecretKeeper, 'namesIn' | 'without' | 'known'>

export interface SecretChange {
  readonly path: string
  readonly names: readonly string[]
}

/** Of the values that are known, those that the changes bring: what stood in the file before is the user's own doing. */
export async function secretChanges(
  git: SigmaGit,
  folder: string,
  changes: readonly Change[],
  expected: Tree,
  finder: SecretFinder,
): Promise<readonly SecretChange[]> {
  const found: SecretChange[] = []
  for (const { path, to } of changes) {
    if (to === null) continue
    const names = [...finder.namesIn(Buffer.from(path)), ...finder.namesIn(contentOf(folder, path, to.mode))]
    if (names.length === 0) continue
    const before = expected.get(path)
    const stood = before === undefined ? [] : finder.namesIn((await git.blobs([before.oid])).get(before.oid) ?? nothing)
    const fresh = [...new Set(names)].filter((name) => !stood.includes(name))
    if (fresh.length > 0) found.push({ path, names: fresh })
  }
  return found
}

export function secretFindings(found: readonly SecretChange[], { known }: SecretFinder): readonly Finding[] {
  if (found.length === 0) return []
  const places = found.slice(0, mostNamed).map(({ path, names }) => `${known(path)} (${names.join(', ')})`)
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : ''
  return [
    {
      rule: 'secret-in-change',
      message: `Values of secrets stand in what was changed: ${places.join(', ')}${more}.`,
      remedy:
        'Leave the values of secrets out of files and of their names; have the program read them from its environment, and tests use made-up ones.',
    },
  ]
}

const mostNamed = 20
const nothing = Buffer.alloc(0)
