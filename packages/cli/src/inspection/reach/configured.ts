/** What a runner's configuration says, read from its text. */
import { createMatcher } from '@sigma/engine'
import { exportedLiteral, isLiterals, type Literal, type Literals } from '@sigma/measuring'
import { inFolder, pathsBelow, type Tree } from '../tree.ts'

/** Whether the runner runs the file, by its path relative to the package. */
export type Reach = (path: string) => boolean

export const code = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'

const isModule = createMatcher(['**/node_modules/**'])

export function matching(globs: readonly string[]): Reach {
  const isMatched = createMatcher(globs)
  return (path) => isMatched(path) && !isModule(path)
}

/** Of the package in a folder below. */
export const below =
  (folder: string, reach: Reach): Reach =>
  (path) =>
    folder === '' ? reach(path) : path.startsWith(`${folder}/`) && reach(path.slice(folder.length + 1))

export const anyOf =
  (reaches: readonly Reach[]): Reach =>
  (path) =>
    reaches.some((reach) => reach(path))

/** `vitest.config`: the file of that name with any ending, directly in the folder; null: none. */
export const configurationIn = (tree: Tree, folder: string, stem: string): string | null =>
  pathsBelow(tree, folder).find((path) => path.startsWith(`${stem}.`) && /^\w+$/.test(path.slice(stem.length + 1))) ??
  null

export function writtenIn(tree: Tree, folder: string, file: string): Literal | undefined {
  const text = tree.text(inFolder(folder, file))
  if (text === null) return undefined
  return file.endsWith('.json')
    ? exportedLiteral('configuration.js', `export default (${text})`)
    : exportedLiteral(file, text)
}

export const asLiterals = (value: Literal | undefined): Literals => (isLiterals(value) ? value : {})

export const textsIn = (value: Literal | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** Folders below, or folders of configurations, that the name of a project stands for. */
export function foldersMeant(tree: Tree, folder: string, glob: string): readonly string[] {
  const isMeant = createMatcher([glob.replace(/\/$/, '')])
  const files = pathsBelow(tree, folder).filter((path) => !isModule(path))
  const folders = files.flatMap((path) => foldersOf(path))
  return [
    ...new Set([...folders.filter(isMeant), ...files.filter(isMeant).map((path) => foldersOf(path).at(-1) ?? '')]),
  ]
}

/** `a/b/c.js` lies in `a` and `a/b`. */
const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
