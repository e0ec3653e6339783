/** Whoever works in a workspace may write what it knows into a file, or into a file's name: no commit takes that in (T28). */
import type { Finding } from '@sigma/protocol'
import type { SigmaGit, Tree } from '../git/sigma-git.ts'
import type { SecretKeeper } from '../secrets/secrets.ts'
import { contentOf } from './file-state.ts'
import type { HandedOut } from './handed-out.ts'
import type { Change } from './survey.ts'

export type SecretFinder = Pick<SecretKeeper, 'heldIn' | 'without' | 'known'>

export interface SecretChange {
  readonly path: string
  readonly names: readonly string[]
}

/** Of the values that are known, those that the changes bring: what stands in the repository already is open anyway. */
export async function secretChanges(
  git: SigmaGit,
  { folder, expected }: HandedOut,
  changes: readonly Change[],
  finder: SecretFinder,
): Promise<readonly SecretChange[]> {
  const found = changes.flatMap(({ path, to }) => {
    if (to === null) return []
    const held = [...finder.heldIn(Buffer.from(path)), ...finder.heldIn(contentOf(folder, path, to.mode))]
    return held.length === 0 ? [] : [{ path, held }]
  })
  if (found.length === 0) return []
  const wanted = new Set(found.flatMap(({ held }) => held.map(({ value }) => value)))
  const open = await openIn(git, expected, wanted, finder)
  return found.flatMap(({ path, held }): readonly SecretChange[] => {
    const names = new Set(held.filter(({ value }) => !open.has(value)).map(({ name }) => name))
    return names.size === 0 ? [] : [{ path, names: [...names] }]
  })
}

/** Which of these values the commit holds, in files that people write. */
async function openIn(
  git: SigmaGit,
  expected: Tree,
  wanted: ReadonlySet<string>,
  { heldIn }: SecretFinder,
): Promise<ReadonlySet<string>> {
  const open = new Set([...expected.keys()].flatMap((path) => heldIn(Buffer.from(path)).map(({ value }) => value)))
  const oids = [...expected.values()].filter(({ mode, size }) => mode !== '160000' && size <= mostBytes)
  for (let at = 0; at < oids.length && [...wanted].some((value) => !open.has(value)); at += atOnce) {
    const blobs = await git.blobs(oids.slice(at, at + atOnce).map(({ oid, pointer }) => pointer ?? oid))
    for (const content of blobs.values()) for (const { value } of heldIn(content)) open.add(value)
  }
  return open
}

const mostBytes = 256 * 1024
const atOnce = 100

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
