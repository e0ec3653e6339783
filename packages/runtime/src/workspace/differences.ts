/** The files in which two commits differ, told from their lists of files, which are known once they are checked out: git is not asked. */
import type { Difference } from '@sigma/engine'
import type { Mode, Tree } from '../git/sigma-git.ts'

export function differencesOf(before: Tree, after: Tree): readonly Difference[] {
  const found: Difference[] = []
  for (const [path, now] of after) {
    const then = before.get(path)
    if (then === undefined) found.push({ path, status: 'A' })
    else if (kindOf(then.mode) !== kindOf(now.mode)) found.push({ path, status: 'T' })
    else if (then.oid !== now.oid || then.mode !== now.mode) found.push({ path, status: 'M' })
  }
  for (const path of before.keys()) if (!after.has(path)) found.push({ path, status: 'D' })
  return found.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

/** A file that may be executed is a file like any other. */
const kindOf = (mode: Mode): Mode => (mode === '100755' ? '100644' : mode)
