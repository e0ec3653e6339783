/** Step protocols that a project brings: each a folder beside the two that come with Sigma (EXE-09). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@sigma/engine/reading'
import { builtIn } from '../machine/built-in.ts'
import { contentPlace, definitionFile, executionFolder } from '../machine/paths.ts'

/** Folders of the two that come with Sigma, and those that they had formerly (EXE-47). */
export const isReserved = (name: string): boolean =>
  builtIn.some(({ folder, route }) => folder === name || route === name)

/** As it is typed, and as its folder is called. */
export const nameForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** By name: every folder with a table. */
export function ownNames(root: string): readonly string[] {
  const place = join(root, executionFolder)
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isReserved(entry.name))
    .map(({ name }) => name)
    .filter((folder) => isFile(join(root, definitionFile({ folder }))))
    .toSorted()
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** More than anybody would confirm. */
const mostBytes = 64 * 1024 * 1024

/** The table and the texts of each, by hashes: exactly this is what a follower and its agents are told. */
export function ownFolders(root: string): readonly { readonly path: string; readonly digest: string }[] {
  return ownNames(root).map((folder) => {
    const texts = join(root, contentPlace({ folder }))
    const names = existsSync(texts)
      ? readdirSync(texts)
          .toSorted()
          .filter((name) => isFile(join(texts, name)))
      : []
    const files = [definitionFile({ folder }), ...names.map((name) => `${contentPlace({ folder })}/${name}`)]
    const lines = files.map((file) => `${file} ${hashOf(join(root, file))}`)
    return { path: `${executionFolder}/${folder}`, digest: sha256(lines.join('\n')) }
  })
}

const hashOf = (path: string): string =>
  statSync(path).size > mostBytes ? `too long: ${statSync(path).size} bytes` : sha256(readFileSync(path))
