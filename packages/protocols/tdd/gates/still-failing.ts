/**
 * Refactored tests must still be able to fail: without the implementation at least as many do as GREEN saw (SIG-43, SIG-45).
 * Tests go by new names, are split and are merged, so those that are gone are counted against those that are new.
 */

import type { RunTakenBack, TakenBack, TestRun, Tools } from '@sigma/measuring'
import { listed, noReasons, type Reasons, refuse, runTakenBack } from '@sigma/measuring'
import type { Project } from '@sigma/protocol'
import { failTakenBack, type Taking } from './taken-back.ts'

export interface StillFailing {
  readonly reasons: Reasons
  readonly takenBack: TakenBack
}

export interface Known {
  /** What GREEN, or the refactoring before this one, saw; null: nothing. */
  readonly earlier: TakenBack | null
  readonly before: TestRun
  readonly now: TestRun
}

export interface Rewritten {
  readonly tools: Tools
  readonly project: Project
  readonly commit: string
  /** The test files that differ. */
  readonly changed: readonly string[]
}

/** Begins the run without the implementation, of which nobody knows yet which tests it is about: of all files that may hold them. */
export const beginTakenBack = (
  { tools, project, commit, changed }: Rewritten,
  { earlier, before }: { readonly earlier: TakenBack; readonly before: TestRun },
  signal: AbortSignal,
): Promise<RunTakenBack> => {
  const failed = before.tests.filter(({ id }) => earlier.failed.includes(id)).map(({ file }) => file)
  return runTakenBack(tools, project, { commit, to: earlier.commit, files: [...failed, ...changed] }, signal)
}

/** Null: no test failed without the implementation before, so none has to. */
export async function stillFailing(
  { tools, project, commit, changed }: Rewritten,
  { earlier, before, now }: Known,
  taking: Taking,
): Promise<StillFailing | null> {
  if (earlier === null || earlier.failed.length === 0) return null
  const known = new Set(before.tests.map(({ id }) => id))
  const kept = now.tests.filter(({ id }) => earlier.failed.includes(id))
  const fresh = now.tests.filter(({ id, file }) => !known.has(id) && changed.includes(file))
  const tried = [...kept, ...fresh]
  if (tried.length === 0)
    return { reasons: gone(earlier.failed, 0, 1), takenBack: { ...earlier, tests: [], failed: [] } }
  const takeBack = { commit, to: earlier.commit, tests: tried }
  const { reasons, takenBack } = await failTakenBack(tools, project, takeBack, taking)
  if (reasons.unjudged.length > 0) return { reasons, takenBack: earlier }
  const merged = Math.max(0, before.tests.length - now.tests.length)
  const wanted = Math.max(1, earlier.failed.length - merged)
  const passing = kept.map(({ id }) => id).filter((id) => !takenBack.failed.includes(id))
  const refused = reasons.refused.filter(({ message }) => passing.some((id) => message.startsWith(`${id} `)))
  const failing = takenBack.failed.length
  const counted = refused.length > 0 || failing >= wanted ? noReasons : gone(earlier.failed, failing, wanted)
  return {
    reasons: { refused: [...refused, ...counted.refused], unjudged: [] },
    takenBack: { ...takenBack, tests: tried.map(({ id }) => id) },
  }
}

const gone = (earlier: readonly string[], failing: number, wanted: number): Reasons =>
  failing >= wanted || earlier.length === 0
    ? noReasons
    : refuse({
        rule: 'passes-without-implementation',
        message: `Without the implementation ${failing} of the cycle's tests fail; ${earlier.length} did before: ${listed(earlier)}.`,
        remedy: 'Let the tests demand what they demanded before, if under other names.',
      })
