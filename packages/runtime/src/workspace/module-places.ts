/** Where packages are installed for a commit: the `node_modules` beside its manifests that are not of the commit itself. */
import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Tree } from '../git/sigma-git.ts'
import { ledgers } from './sight.ts'

/** Of a commit: its packages without the modules that it holds itself. */
const packagesOf = new WeakMap<Tree, readonly string[]>()

/** Folders of packages in which something is installed, `.` for the top. */
export const modulePlaces = (source: string, tree: Tree): readonly string[] =>
  packagePlaces(tree).filter((folder) => existsSync(join(source, folder, 'node_modules')))

/** Folders of packages in which something may be installed. */
export function packagePlaces(tree: Tree): readonly string[] {
  const known = packagesOf.get(tree) ?? packagesIn(tree)
  packagesOf.set(tree, known)
  return known
}

function packagesIn(tree: Tree): readonly string[] {
  const packages: string[] = []
  const committed = new Set<string>()
  for (const path of tree.keys()) {
    if (path === 'package.json' || path.endsWith('/package.json')) packages.push(dirname(path))
    if (!path.includes('node_modules')) continue
    const parts = path.split('/')
    for (const [at, part] of parts.entries())
      if (part === 'node_modules') committed.add(parts.slice(0, at).join('/') || '.')
  }
  return packages.filter((folder) => !committed.has(folder))
}

const locks = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
] as const

/** Changes when something is installed, by the lock files and by what the package managers noted. */
export function installationKey(source: string, places: readonly string[]): string {
  const installed = places.flatMap((place) =>
    ['', ...ledgers].map((name) => {
      const file = join(place, 'node_modules', name)
      return `${file} ${statSync(join(source, file), { throwIfNoEntry: false })?.mtimeMs}`
    }),
  )
  const marks = locks.map((name) => contentHash(join(source, name)))
  return hash('sha256', [source, ...marks, ...installed].join('\n')).slice(0, 16)
}

function contentHash(file: string): string {
  return existsSync(file) ? hash('sha256', readFileSync(file)) : ''
}
