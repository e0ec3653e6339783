/** What tells, without git, that HEAD names the same commit as before. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Null: it cannot be told, e.g. where one ref names another. */
export function headMark(gitDir: string, commonDir: string): string | null {
  const head = textOf(join(gitDir, 'HEAD'))
  const [, ref] = /^ref: (refs\/\S+)\n?$/.exec(head ?? '') ?? []
  if (head === null || ref === undefined) return head
  if (!ref.startsWith('refs/heads/')) return null
  const loose = textOf(join(commonDir, ref))
  if (loose !== null) return isCommit(loose) ? `${head} ${loose}` : null
  const packed = statSync(join(commonDir, 'packed-refs'), { throwIfNoEntry: false, bigint: true })
  return packed === undefined ? null : `${head} ${packed.ino} ${packed.size} ${packed.mtimeNs} ${packed.ctimeNs}`
}

const isCommit = (text: string): boolean => /^[0-9a-f]{40,64}\n?$/.test(text)

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
