/** Which package manager a project uses, by its lock file, and what people type for it. */
import { manifestIn } from './manifest.ts'
import { inFolder, type Tree, upwards } from './tree.ts'

export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  /** Installs what the project names. */
  readonly install: string
  /** Adds packages that only its developers need. */
  readonly add: string
}

const npm: PackageManager = { name: 'npm', install: 'npm install', add: 'npm install --save-dev' }
const pnpm: PackageManager = { name: 'pnpm', install: 'pnpm install', add: 'pnpm add --save-dev' }
const yarn: PackageManager = { name: 'yarn', install: 'yarn install', add: 'yarn add --dev' }
const bun: PackageManager = { name: 'bun', install: 'bun install', add: 'bun add --dev' }
/** With a lock file that says exactly what to install. */
const lockedNpm: PackageManager = { ...npm, install: 'npm ci' }

const locks: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', pnpm],
  ['yarn.lock', yarn],
  ['bun.lock', bun],
  ['bun.lockb', bun],
  ['package-lock.json', lockedNpm],
  ['npm-shrinkwrap.json', lockedNpm],
]

/** By the nearest lock file upwards, else by what a `package.json` asks for. */
export function packageManagerOf(tree: Tree, folder: string): PackageManager {
  const known = new Set(tree.paths)
  for (const at of upwards(folder)) {
    const lock = locks.find(([name]) => known.has(inFolder(at, name)) || tree.text(inFolder(at, name)) !== null)
    if (lock !== undefined) return lock[1]
    const wanted = /^(npm|pnpm|yarn|bun)@/.exec(manifestIn(tree, at).packageManager ?? '')?.[1]
    const named = [npm, pnpm, yarn, bun].find(({ name }) => name === wanted)
    if (named !== undefined) return named
  }
  return known.has('pnpm-workspace.yaml') ? pnpm : npm
}
