import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const tailBytes = 256 * 1024

/** The last entry that this identity made, as git noted it; null: it made none. */
export function entryBy(log: string, identity: string): string | null {
  const line = tailOf(log)
    .split('\n')
    .findLast((each) => each.includes(` <${identity}> `))
  return line === undefined ? null : (line.split('\t')[1] ?? '')
}

/** Whether a commit or tag object names this identity as its committer or tagger; an author wrote, but need not have acted. */
export function isMadeBy(object: string, identity: string): boolean {
  const [head = ''] = object.split('\n\n', 1)
  return head.split('\n').some((line) => /^(?:committer|tagger) /.test(line) && line.includes(` <${identity}> `))
}

function tailOf(file: string): string {
  try {
    const opened = openSync(file, 'r')
    try {
      const { size } = fstatSync(opened)
      const bytes = Buffer.alloc(Math.min(size, tailBytes))
      readSync(opened, bytes, 0, bytes.length, size - bytes.length)
      return bytes.toString('utf8')
    } finally {
      closeSync(opened)
    }
  } catch {
    return ''
  }
}
