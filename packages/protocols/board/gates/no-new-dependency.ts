/** No package is needed that was not needed before: by any manifest of the repository, or by what a lock file has at its top. */
import { cannotJudge, listed, noReasons, type Reasons, refuse } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { DecisionCheck } from '../machine/calls.ts'
import { byAPerson, type Seen, type Work } from './checked.ts'
import { isLockFile, packagesOfLock } from './lock-files.ts'
import { isManifest, type Manifest, manifestOf, neededBy } from './manifests.ts'

type DependencyCheck = Extract<DecisionCheck, { readonly kind: 'no-new-dependency' }>

export async function noNewDependency(check: DependencyCheck, { world, base, commit, acts }: Work): Promise<Seen> {
  acts('comparing dependencies')
  const before = await neededAt(world.checkouts, base)
  const after = await neededAt(world.checkouts, commit)
  const added = [...after.packages].filter(([name]) => !before.packages.has(name))
  // A lock file that was not there before says what was needed before all the same.
  const locked = [...after.locked].flatMap(([file, names]) => {
    const earlier = before.locked.get(file)
    return earlier === undefined
      ? []
      : names.filter((name) => !earlier.includes(name)).map((name) => [name, file] as const)
  })
  const all = new Map([...locked, ...added])
  const changed = await world.checkouts.diff(base, commit)
  const unread = [...before.unread, ...after.unread].filter((file) => changed.some(({ path }) => path === file))
  return {
    check,
    reasons: reasonsFor([...all], [...new Set(unread)]),
    by: { before: before.packages.size, after: after.packages.size, added: [...all.keys()], unread },
  }
}

interface Needed {
  /** By name, with the file that names it first. */
  readonly packages: ReadonlyMap<string, string>
  /** By lock file. */
  readonly locked: ReadonlyMap<string, readonly string[]>
  /** Files that nobody can read. */
  readonly unread: readonly string[]
}

async function neededAt(checkouts: Work['world']['checkouts'], commit: string): Promise<Needed> {
  const manifests: Manifest[] = []
  const locked = new Map<string, readonly string[]>()
  const unread: string[] = []
  for (const file of await checkouts.files(commit)) {
    if (!isManifest(file) && !isLockFile(file)) continue
    const text = new TextDecoder().decode((await checkouts.read(commit, file)) ?? new Uint8Array())
    const read = isManifest(file) ? manifestOf(file, text) : packagesOfLock(file, text)
    if (read === null) unread.push(file)
    else if ('needs' in read) manifests.push(read)
    else locked.set(file, read)
  }
  return { packages: neededBy(manifests), locked, unread }
}

function reasonsFor(added: readonly (readonly [name: string, file: string])[], unread: readonly string[]): Reasons {
  if (unread.length > 0) return cannotJudge(unknownDependency(unread))
  return added.length === 0 ? noReasons : refuse(...added.map(([name, file]) => newDependency(name, file)))
}

const newDependency = (name: string, file: string): Finding => ({
  rule: 'decided-dependency-added',
  message: `It was decided that no package is needed that was not needed before: ${file} now names ${name}.`,
  remedy: `Do without ${name}. ${byAPerson}`,
})

const unknownDependency = (files: readonly string[]): Finding => ({
  rule: 'decided-dependency-unknown',
  message: `It was decided that no package is needed that was not needed before, which cannot be judged: ${listed(files, 5)} changed and cannot be read.`,
  remedy: `Put these files back as they were, or let them be readable. ${byAPerson}`,
})
