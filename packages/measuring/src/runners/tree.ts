/** The checkout that tests ran in, and how texts of theirs are told so that they are the same in every checkout. */
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Checkout } from '@sigma/engine'
import { escaped } from '../text.ts'
import type { RunRequest } from './runner.ts'

export interface Tree {
  /** Real path of the checkout. */
  readonly root: string
  /** Where the tests were started, relative to the root. */
  readonly folder: string
  readonly isSource: (path: string) => boolean
  /** Folders of this check alone, the longest path first; absent: none but the root. */
  readonly places?: readonly Place[] | undefined
  /** Takes known secrets out of what is compared and kept; absent: none is known. */
  readonly known?: ((text: string) => string) | undefined
}

/** A folder that has another path in every check. */
export interface Place {
  readonly path: string
  readonly told: string
}

/** `root` is the real path of the checkout. */
export const treeOf = ({ checkout, folder, isSource, known }: RunRequest, root: string): Tree => ({
  ...{ root, folder, isSource, known },
  places: placesOf(checkout, root),
})

function placesOf({ path, scratch, env }: Checkout, root: string): readonly Place[] {
  const { HOME = '', TMPDIR = '' } = env
  const named = [
    { path: root, told: '.' },
    { path, told: '.' },
    { path: scratch, told: '<scratch>' },
    { path: TMPDIR, told: '<tmp>' },
    { path: HOME, told: '~' },
  ]
  return named
    .flatMap((each) => [each, { ...each, path: realOf(each.path) }])
    .filter((each, at, all) => isTelling(each.path) && all.findIndex(({ path: of }) => of === each.path) === at)
    .toSorted((a, b) => b.path.length - a.path.length)
}

/** The root of a system stands in every path. */
const isTelling = (path: string): boolean => /^\/[^/]+\/[^/]/.test(path)

function realOf(path: string): string {
  try {
    return path === '' ? '' : realpathSync(path)
  } catch {
    return path
  }
}

/** Names files as the project does, and folders of the check by what they are for: their own paths are new each time, and say nothing to anybody. */
export function inTree(text: string, { root, places = [{ path: root, told: '.' }] }: Tree): string {
  let told = text
  for (const place of places) {
    const url = pathToFileURL(place.path)
    for (const form of new Set([url.href, `file://${place.path}`, `/@fs${place.path}`, place.path, url.pathname]))
      if (told.includes(form)) told = told.replace(whole(form), (_, slash?: string) => replaced(place, slash))
  }
  return told
}

const replaced = ({ told }: Place, slash = ''): string => (told === '.' && slash !== '' ? '' : `${told}${slash}`)

/** A path, and what follows it: not of a folder whose name only begins alike. */
const whole = (path: string): RegExp => new RegExp(`${escaped(path)}(?:(/)|(?![\\w-]|\\.\\w))`, 'g')

/** The id of a test, before doubles are numbered: the same in every checkout, and without known secrets. */
export const idIn = (tree: Tree, file: string, names: readonly string[]): string => {
  const id = [file, ...names.map((name) => inTree(name, tree))].join(' › ')
  return tree.known === undefined ? id : tree.known(id)
}
