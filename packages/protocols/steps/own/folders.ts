/** Step protocols that a project brings: each a folder beside the two that come with Sigma (EXE-09). */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DefinedFolder } from '@sigma/engine'
import { sha256 } from '@sigma/engine/reading'
import { builtIn } from '../machine/built-in.ts'
import { contentFile, contentPlace, definitionFile, executionFolder, protocolPlace } from '../machine/paths.ts'
import { isPlainFile, isPlainFolder, plainFile } from './plain-file.ts'
import { asTold, isSigmas, stepTextIn } from './step-text.ts'

/** As a route it means that no protocol is followed. */
const direct = 'direct'

/** Folders of the two that come with Sigma, and those that they had formerly (EXE-47). */
export const isReserved = (name: string): boolean =>
  name === direct || builtIn.some(({ folder, route }) => folder === name || route === name)

/** As it is typed, and as its folder is called. */
export const nameForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** By name: every folder with a table. No link is one. */
export function ownNames(root: string): readonly string[] {
  if (!isPlainFolder(root, executionFolder)) return []
  return readdirSync(join(root, executionFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isReserved(entry.name))
    .map(({ name }) => name)
    .filter((folder) => isPlainFile(root, definitionFile({ folder })))
    .toSorted()
}

/** More than anybody would confirm. */
const mostBytes = 64 * 1024 * 1024

/** What is told to whoever follows a protocol here and did not come with Sigma: tables and texts of the project's own, and changed texts of Sigma's. */
export const toldFolders = (root: string): readonly DefinedFolder[] => [
  ...builtIn.flatMap(({ folder, steps }) => {
    const place = contentPlace({ folder })
    if (!isPlainFolder(root, place)) return []
    const changed = steps.flatMap(({ number }) => {
      const { text } = stepTextIn(join(root, place), { folder }, number)
      return text === '' || isSigmas({ folder }, number, text) ? [] : [contentFile({ folder }, number)]
    })
    return changed.length === 0 ? [] : [folderOf(root, folder, changed)]
  }),
  ...ownNames(root).map((folder) => folderOf(root, folder, [definitionFile({ folder }), ...textsIn(root, folder)])),
]

function textsIn(root: string, folder: string): readonly string[] {
  const place = contentPlace({ folder })
  if (!isPlainFolder(root, place)) return []
  const names = readdirSync(join(root, place)).toSorted()
  return names.map((name) => `${place}/${name}`).filter((path) => isPlainFile(root, path))
}

/** By hashes: exactly this is what a follower and its agents are told. */
function folderOf(root: string, folder: string, paths: readonly string[]): DefinedFolder {
  const files = paths.map((path) => {
    const read = plainFile(root, path, mostBytes)
    const bytes = read.kind === 'file' ? read.bytes : Buffer.from(`not read: ${read.kind}`)
    return { path, digest: sha256(bytes), text: asTold(bytes.toString('utf8')) }
  })
  const lines = files.map(({ path, digest }) => `${path} ${digest}`)
  return { path: protocolPlace({ folder }), digest: sha256(lines.join('\n')), files }
}
