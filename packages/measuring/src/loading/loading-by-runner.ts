/**
 * Has the test runner load source files, in a test each: TypeScript, JSX and the paths that only its configuration
 * resolves, in the surroundings that the tests have (DPTR-78).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { createMatcher } from '@sigma/engine'
import type { Bench } from '../benches/bench.ts'
import { definesTests } from '../runners/focus.ts'
import { isTypeTest } from '../runners/left-out.ts'
import type { Runner } from '../runners/runner.ts'
import type { TestRun } from '../runners/test-run.ts'
import { all, cannotJudge, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { describe, faulty, readable } from '../verdicts/verdicts.ts'

/** Null: the runner's configuration takes no file of Sigma's in. */
export async function loadsByRunner(
  bench: Bench,
  files: readonly string[],
  textOf: NonNullable<Runner['loading']>,
  tests: readonly string[],
): Promise<Reasons | null> {
  const probe = await probeFile(bench, tests)
  if (probe === null) return null
  const from = (file: string): string => {
    const way = relative(dirname(probe), file)
    return way.startsWith('.') ? way : `./${way}`
  }
  const path = join(bench.checkout.path, probe)
  // A commit without tests has no folder for them yet.
  const made = await mkdir(dirname(path), { recursive: true })
  await writeFile(path, textOf(files.map((file) => ({ file, specifier: from(file) }))))
  try {
    const run = await bench.run({ files: [probe] })
    return (run.leftOut ?? []).length > 0 ? null : judge(run, files, probe)
  } finally {
    await rm(made ?? path, { recursive: true, force: true })
  }
}

/** Beside a test that is there, and named like it, so that whatever takes that one in takes this one in. */
async function probeFile(bench: Bench, globs: readonly string[]): Promise<string | null> {
  const texts = await bench.texts(bench.testFiles)
  // Type tests are files that no runner takes in.
  const known = bench.testFiles.find((file) => definesTests(file, texts.get(file) ?? '') && !isTypeTest(file))
  const isTest = createMatcher(globs)
  const named = known === undefined ? [] : [join(dirname(known), `sigma-loads${endingOf(known)}`)]
  const guessed = ['test/sigma-loads.test.js', 'src/sigma-loads.test.js', '__tests__/sigma-loads.test.js']
  return [...named, ...guessed].find((file) => isTest(file) && !bench.files.includes(file)) ?? null
}

/** `.test.ts` of `slug.test.ts`, `.ts` of `slug.ts`. */
function endingOf(file: string): string {
  const [, ...parts] = basename(file).split('.')
  return parts.length === 0 ? extname(file) : `.${parts.slice(-2).join('.')}`
}

function judge(run: TestRun, files: readonly string[], probe: string): Reasons {
  if (run.problem !== null) return readable(run, 'by loading the source')
  const unfinished = files.filter((file) => !run.tests.some(({ names }) => names.at(-1) === file))
  const reasons = run.tests.map((test) => {
    const file = test.names.at(-1) ?? ''
    if (test.state === 'passed') return noReasons
    if (test.failure?.kind === 'timeout') {
      const remedy = 'Let nothing wait while a file loads.'
      return cannotJudge({ rule: 'timed-out', message: `${file} did not finish loading.`, remedy })
    }
    return refuse(broken(file, `does not load: ${describe(test)}`))
  })
  const lost = run.faults.length > 0 ? [] : unfinished.map((file) => refuse(broken(file, 'was not loaded.')))
  const faults = run.faults.map((fault) => (fault.file === probe ? { ...fault, file: files.join(', ') } : fault))
  return all(...reasons, ...lost, faulty(faults))
}

export const broken = (file: string, what: string) => ({
  rule: 'does-not-load',
  message: `${file} ${what}`,
  remedy:
    'Make the file load by itself; an interface that is not ready throws when it is called, not when it is loaded.',
})
