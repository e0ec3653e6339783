/**
 * How far the suites are that a check runs, in a few words for people. What is told rests on what the tested code could
 * have written, so nothing but a screen is told.
 */
import type { Runner, RunRequest } from '../runners/runner.ts'
import type { TestRun } from '../runners/test-run.ts'

/** Tests that each test file had when it was last run. */
export type TestCounts = Map<string, number>

interface Going {
  readonly files: readonly string[]
  done: number
  isOver: boolean
}

/** These runners, of which each run of a suite is told while it goes; those that go side by side are told as one. */
export function followed(
  runners: readonly Runner[],
  counts: TestCounts,
  acts: (text: string) => void,
): readonly Runner[] {
  /** Those that are over stay as long as one beside them goes on: else the count would fall. */
  const going = new Set<Going>()
  const tell = (): void => acts(progressText([...going], counts))
  const run = async (runner: Runner, request: RunRequest): Promise<TestRun> => {
    if (request.only !== null) return await runner.run(request)
    const own: Going = { files: request.files, done: 0, isOver: false }
    const onProgress = (done: number): void => {
      own.done = done
      tell()
    }
    going.add(own)
    try {
      const told = await runner.run({ ...request, onProgress })
      learn(counts, told)
      return told
    } finally {
      own.isOver = true
      if ([...going].every(({ isOver }) => isOver)) going.clear()
    }
  }
  return runners.map((runner) => ({ ...runner, run: (request) => run(runner, request) }))
}

function learn(counts: TestCounts, { tests }: TestRun): void {
  for (const [file, own] of Map.groupBy(tests, (test) => test.file)) counts.set(file, own.length)
}

/** `412 of 2,000 tests done`; a file that was never run adds none to those that are known. */
function progressText(going: readonly Going[], counts: TestCounts): string {
  const done = going.reduce((sum, each) => sum + each.done, 0)
  const files = going.flatMap((each) => each.files)
  const known = files.reduce((sum, file) => sum + (counts.get(file) ?? 0), 0)
  const of = known >= done ? ` of ${known.toLocaleString('en')}` : ''
  return `${done.toLocaleString('en')}${of} ${done + known === 1 ? 'test' : 'tests'} done`
}
