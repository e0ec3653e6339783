/** Which test files a change may have to do with. Whatever is not certain belongs to it. */
import { closuresOf, type KnownLeads } from './closure.ts'
import { concerned } from './concerned.ts'
import type { Tree } from './tree.ts'
import { changesOf } from './trees.ts'

export interface Relations {
  /** Test files to be run again when the folder that was `before` is `after`; null: all of them. */
  related(before: Tree, after: Tree, testFiles: readonly string[]): readonly string[] | null
}

/** `preloaded`: files that are loaded before every test. */
export function relationsOf(root: string, folder: string, preloaded: readonly string[] = []): Relations {
  const known: KnownLeads = new Map()
  return {
    related: (before, after, testFiles) => {
      if (before.installed !== after.installed || before.odd !== after.odd) return null
      const closures = closuresOf({ root, tree: after.files, folder, preloaded }, known)
      const found = concerned(changesOf(before.files, after.files), { testFiles, observed: new Map(), closures })
      return found.kind === 'files' ? found.files : null
    },
  }
}
