/** The same source in other letters: its text lies in a file beside the one that offers it, with comments between its statements. */
import { realpath } from 'node:fs/promises'
import type { Finding, Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import type { Recorded } from '../replay/recording.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { describe } from '../verdicts/verdicts.ts'
import { layEmpty, layMoved } from './moving.ts'

/** `moved`: the text lies in a file beside; `beside`: it lies where it was, and there is a file beside all the same. */
type Laid = 'moved' | 'beside'

async function runInOtherLetters(
  tools: Tools,
  project: Project,
  { commit, sources, files, limitMs }: Recorded,
  laid: Laid,
  signal: AbortSignal,
): Promise<TestRun | null> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const root = await realpath(bench.checkout.path)
  let count = 0
  for (const [file, text] of await bench.texts(sources)) {
    if (laid === 'beside') await layEmpty(root, file)
    else if (!(await layMoved(root, file, text, text))) continue
    count += 1
  }
  return count === 0 ? null : await bench.run({ files, ...(limitMs !== undefined && { limitMs }) })
}

/** New tests that fail, each time, as soon as the source has other letters, though it does the same; `seen`: a run in which it had. */
export async function readersOfText(
  tools: Tools,
  project: Project,
  {
    recorded,
    tests,
    seen,
  }: { readonly recorded: Recorded; readonly tests: readonly TestCase[]; readonly seen: TestRun | null },
  signal: AbortSignal,
): Promise<readonly TestCase[]> {
  const suspects = failingOf(tests, seen)
  if (suspects.length === 0) return []
  const files = [...new Set(suspects.map(({ file }) => file))]
  const again = async (laid: Laid): Promise<TestRun | null> =>
    await runInOtherLetters(tools, project, { ...recorded, files }, laid, signal)
  const found = failingOf(failingOf(suspects, await again('moved')), await again('moved'))
  if (found.length === 0) return []
  // A test may ask which files there are, which is no look at their text.
  const listing = new Set(failingOf(found, await again('beside')).map(({ id }) => id))
  return found.filter(({ id }) => !listing.has(id))
}

/** By an assertion of theirs: what else goes wrong may be the fault of the move. */
function failingOf(tests: readonly TestCase[], run: TestRun | null): readonly TestCase[] {
  if (run === null || run.problem !== null) return []
  const wanted = new Set(tests.map(({ id }) => id))
  return run.tests.filter(
    ({ id, state, failure }) => wanted.has(id) && state === 'failed' && failure?.kind === 'assertion',
  )
}

export const readsText = (test: TestCase): Finding => ({
  rule: 'reads-the-text',
  message: `${test.id} fails as soon as the source is written in other letters, though it does the same: ${describe(test)}`,
  remedy:
    'Raise a test issue: the test has to call the source and compare what comes back, not look at how it is written.',
})
