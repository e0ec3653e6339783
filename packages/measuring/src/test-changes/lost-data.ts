/** Finds test data that is lost: rows of a table, members of an object, lines of a text. Their use in tests is not looked at. */
import type { Checkouts } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { bounded, jsonIn } from '../text.ts'
import { textIn } from './test-tree.ts'

/** `paths`: those that differ. Data that lies elsewhere now, as it was, is kept. */
export async function lostData(
  checkouts: Checkouts,
  from: string,
  to: string,
  paths: readonly string[],
): Promise<readonly Finding[]> {
  const sides = await Promise.all(
    paths.map(async (path) => [path, await textIn(checkouts, from, path), await textIn(checkouts, to, path)] as const),
  )
  const contents = sides.map(([, , after]) => after)
  return sides.flatMap(([path, before, after]) => {
    if (before === null || contents.includes(before)) return []
    const lost = firstLost(before, after ?? '')
    return lost === null ? [] : [finding(path, lost)]
  })
}

const finding = (path: string, lost: string): Finding => ({
  rule: 'assertion-dropped',
  message: `${path}: \`${bounded(lost, 300)}\` is there no more, and tests that lean on it pass as before.`,
  remedy: 'Bring it back; what new tests need goes beside it, or into a file of its own.',
})

/** Null: nothing. */
function firstLost(before: string, after: string): string | null {
  const [was, is] = [jsonIn(before), jsonIn(after)]
  if (was !== undefined && is !== undefined) return holds(is, was) ? null : before
  const lines = after.split('\n').map((line) => line.trim())
  return before.split('\n').find((line) => line.trim() !== '' && !lines.includes(line.trim())) ?? null
}

/** All elements and members of `part` are in `whole`; a list may grow anywhere. */
function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return false
    const left: unknown[] = [...whole]
    return part.every((element) => {
      const at = left.findIndex((each) => holds(each, element))
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  }
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return false
  const members = new Map(Object.entries(whole))
  return Object.entries(part).every(([key, value]) => members.has(key) && holds(members.get(key), value))
}
