/** What tells, without git, that no file of a working tree has changed which git would look at. */
import { type BigIntStats, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@sigma/engine'

export interface TreeMark {
  readonly mark: string
  /** When what is marked was changed last. */
  readonly newestMs: number
}

/** Which of these folders nothing is looked at in. */
export type Closed = (folders: readonly string[]) => ReadonlySet<string> | Promise<ReadonlySet<string>>

/** More than this, and git, which looks at many files at a time, is as quick. */
const mostFiles = 20_000

/** What says how git takes other files is looked at wherever it lies. */
const rules: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes'])

/**
 * Of all files below the root and of git's own list; those that are `left` may change as they like. Null: there are
 * too many, or there is another repository among them.
 */
export async function treeMark(
  { root, gitDir, commonDir }: { readonly root: string; readonly gitDir: string; readonly commonDir: string },
  left: (path: string) => boolean,
  closed: Closed,
): Promise<TreeMark | null> {
  const lines: string[] = []
  let newest = 0n
  const note = (name: string, stat: BigIntStats | undefined): void => {
    if (stat !== undefined && stat.ctimeNs > newest) newest = stat.ctimeNs
    lines.push(
      stat === undefined ? name : `${name}\0${stat.mode} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`,
    )
  }
  for (const file of [join(gitDir, 'index'), join(commonDir, 'info/exclude')]) note(file, statOf(file))
  for (let level: readonly string[] = ['']; level.length > 0; ) {
    const below: string[] = []
    for (const folder of level)
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.name === '.git') {
          if (folder !== '') return null
        } else if (entry.isDirectory()) below.push(path)
        else if (rules.has(entry.name) || !left(path)) note(path, statOf(join(root, path)))
        if (lines.length + below.length > mostFiles) return null
      }
    const shut = await closed(below)
    level = below.filter((folder) => !shut.has(folder))
  }
  return { mark: sha256(lines.toSorted((a, b) => (a < b ? -1 : 1)).join('\n')), newestMs: Number(newest / 1_000_000n) }
}

const statOf = (file: string): BigIntStats | undefined => lstatSync(file, { throwIfNoEntry: false, bigint: true })

/** The folder's own list ignores all that lies in it, itself too, as that of Sigma's data folder does. */
export function ignoresItself(folder: string): boolean {
  try {
    return readFileSync(join(folder, '.gitignore'), 'utf8').trim() === '*'
  } catch {
    return false
  }
}
