/** What tests demand since RED that is not what was accepted then, in words for people. */
import type { Checkouts } from '@sigma/engine'
import type { ChangeKind, TestChange } from '@sigma/measuring'
import { bounded, isCode, testChangesBetween } from '@sigma/measuring'
import type { ChangedDemand, ProvedCycle } from '../machine/gate-parameters.ts'

export interface ChangedDemands {
  readonly changes: readonly TestChange[]
  readonly demands: readonly ChangedDemand[]
}

const hows: Readonly<Partial<Record<ChangeKind, ChangedDemand['how']>>> = {
  dropped: 'dropped',
  weakened: 'weakened',
  changed: 'changed',
  off: 'switched off',
  unread: 'unread',
}

/** `paths`: the test files that differ. Of files that hold no tests, such as helpers and snapshots, the lines are told. */
export async function changedDemands(
  checkouts: Checkouts,
  { name, accepted, now }: ProvedCycle,
  paths: readonly string[],
  isTest: (path: string) => boolean,
): Promise<ChangedDemands> {
  if (paths.length === 0) return { changes: [], demands: [] }
  const changes = await testChangesBetween(checkouts, accepted.commit, now.commit, isTest)
  const told = changes.flatMap(({ file, test, kind, before, after }): readonly ChangedDemand[] => {
    const how = hows[kind]
    return how === undefined ? [] : [{ cycle: name, file, test, how, before, after }]
  })
  const beside = await Promise.all(
    paths
      .filter((path) => !changes.some(({ file }) => file === path))
      .map(async (file): Promise<readonly ChangedDemand[]> => {
        const [was, is] = [await linesOf(checkouts, accepted.commit, file), await linesOf(checkouts, now.commit, file)]
        const [before, after] = [without(was, is), without(is, was)]
        // What is new takes nothing away, and a test file in which no demand differs says the same in other words.
        if (was.length === 0 || before === null || (isCode(file) && holdsTests(was))) return []
        return [{ cycle: name, file, test: '', how: is.length === 0 ? 'dropped' : 'changed', before, after }]
      }),
  )
  return { changes, demands: [...told, ...beside.flat()] }
}

async function linesOf(checkouts: Checkouts, commit: string, path: string): Promise<readonly string[]> {
  const content = await checkouts.read(commit, path)
  if (content === null) return []
  return new TextDecoder()
    .decode(content)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Lines of the one that the other lacks; null: none. */
function without(lines: readonly string[], others: readonly string[]): string | null {
  const left = lines.filter((line) => !others.includes(line))
  return left.length === 0 ? null : bounded(left.join(' '), 300)
}

const holdsTests = (lines: readonly string[]): boolean => lines.some((line) => /\b(test|it|specify)\b.*\(/.test(line))
