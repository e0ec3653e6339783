import type { Call } from './preload.ts'

/** System calls of one kind, at one place: what the n-th of is counted in. */
export interface Place {
  readonly name: string
  readonly what: string
  /** Whose calls: the process of sigma itself, or any git that it starts. */
  readonly whose: 'sigma' | 'git'
  readonly calls: readonly Call[]
  readonly path: string
}

const changing: readonly Call[] = ['open', 'write', 'rename', 'link', 'symlink', 'unlink', 'rmdir', 'mkdir']

/** `sigma.db`, what SQLite keeps beside it, and `heads`. */
const store = '*/.sigma/[hs][ei][ag]*'

/** Everything that Sigma writes, in parts that do not overlap. */
export const places: readonly Place[] = [
  { name: 'store-write', what: 'writes to the store', whose: 'sigma', calls: ['pwrite'], path: store },
  { name: 'store-sync', what: 'syncs of the store', whose: 'sigma', calls: ['fsync'], path: store },
  {
    name: 'store-files',
    what: 'the store’s files cut, removed or made',
    whose: 'sigma',
    calls: ['ftruncate', 'unlink', 'open'],
    path: store,
  },
  { name: 'lock', what: 'the lock and the note of its holder', whose: 'sigma', calls: changing, path: '*/.sigma/ho*' },
  { name: 'notes', what: 'notes on workspaces', whose: 'sigma', calls: changing, path: '*/.sigma/workspaces/*' },
  {
    name: 'own-git',
    what: 'what Sigma itself writes in its git folder',
    whose: 'sigma',
    calls: changing,
    path: '*/.sigma/git/*',
  },
  {
    name: 'projections',
    what: 'the files that are made from the journal',
    whose: 'sigma',
    calls: changing,
    path: '*/project/[.m][ce][lm][ao]*',
  },
  {
    name: 'projected',
    what: 'the notes on what was made',
    whose: 'sigma',
    calls: [...changing, 'fsync', 'pwrite'],
    path: '*/.sigma/projections*',
  },
  {
    name: 'workspaces',
    what: 'files in workspaces and checkouts',
    whose: 'sigma',
    calls: changing,
    // Not the cache of compiled sources, which has another name at this place.
    path: '*/cache/sigma/????????????/*',
  },
  { name: 'pipes', what: 'pipes to programs', whose: 'sigma', calls: ['socketpair', 'pipe'], path: '' },
  { name: 'fork', what: 'starts of programs', whose: 'sigma', calls: ['fork'], path: '' },
  { name: 'git-write', what: 'writes of git', whose: 'git', calls: ['write', 'open'], path: '*/.sigma/git/*' },
  {
    name: 'git-names',
    what: 'names that git gives and takes',
    whose: 'git',
    calls: ['rename', 'link', 'unlink', 'mkdir'],
    path: '*/.sigma/git/*',
  },
  {
    name: 'delivery',
    what: 'what git writes to the repository of the user',
    whose: 'git',
    calls: changing,
    path: '*/project/.git/*',
  },
]

export function placeNamed(name: string): Place {
  const place = places.find((each) => each.name === name)
  if (place === undefined) throw new Error(`There is no place ${name}.`)
  return place
}
