/**
 * Phase 0: the designed interfaces exist, every changed source file loads, no test was touched, and what passed
 * before passes still (DPTR-78).
 */

import type { TestCase, TestRun } from '@sigma/measuring'
import {
  all,
  baselineRun,
  brokenIn,
  compareInterfaces,
  dataOf,
  dataOfFlaky,
  dataOfOld,
  describe,
  faulty,
  isKnownFlaky,
  knowing,
  loads,
  lookedBack,
  newFaults,
  newlyLeftOut,
  noReasons,
  openBench,
  type Reasons,
  readable,
  refuse,
  sortingOf,
  type Tools,
  untouched,
} from '@sigma/measuring'
import type { Check } from '@sigma/protocol'
import type { Phase0Parameters } from '../machine/gate-parameters.ts'
import { keepEvidence } from './evidence.ts'
import { guardedUntouched } from './guarded.ts'
import type { Measured } from './measured.ts'

export async function phase0(
  tools: Tools,
  check: Check,
  parameters: Phase0Parameters,
  signal: AbortSignal,
): Promise<Measured> {
  const { project } = parameters
  const sorting = sortingOf(project)
  const changed = (await tools.checkouts.diff(parameters.before.commit, check.commit)).map(({ path }) => path)
  const earlier = await baselineRun(tools, project, parameters.before, signal)
  await using bench = await openBench(tools, project, { commit: check.commit }, signal)
  const texts = await bench.texts(bench.sourceFiles)
  const interfaces = compareInterfaces(parameters.interfaces, texts, (file) => !changed.includes(file))
  const { tests, folder, node, checkLimitMs: limitMs } = project
  const loading = { processes: tools.processes, tests, folder, node, limitMs, signal }
  const loaded = bench.sourceFiles.filter((file) => changed.includes(file))
  const loadable = await loads(bench, loaded, loading)
  const measured = await bench.suite()
  const work = { commit: check.commit, before: earlier, held: brokenIn(earlier, measured) }
  const before = await lookedBack(tools, project, work, signal)
  const after = knowing(before, measured)
  const comparable = before.problem === null && after.problem === null && loadable.refused.length === 0
  const reasons = all(
    readable(before, 'before Phase 0'),
    readable(after, 'now'),
    interfaces.reasons,
    loadable,
    untouched(
      changed.filter(sorting.isTest),
      'test-touched',
      'Test files',
      'Put them back; Phase 0 writes interfaces only.',
    ),
    guardedUntouched(changed, sorting),
    comparable ? stillPassing(before, after) : noReasons,
  )
  const evidence = await keepEvidence(tools, check, bench, { from: parameters.before.commit, before, after })
  const data = {
    ...dataOf({ run: after, coverage: null, coveredFiles: null }),
    interfaces: parameters.interfaces.length,
    notCompared: interfaces.notCompared,
    ...(after.leftOut !== undefined && { leftOut: after.leftOut.slice(0, 20).map((each) => ({ ...each })) }),
    loaded: loaded.slice(0, 200),
    ...dataOfOld(before, after),
    ...dataOfFlaky(earlier, before),
  }
  return { reasons, evidence, data }
}

function stillPassing(before: TestRun, after: TestRun): Reasons {
  const now = new Map(after.tests.map((test) => [test.id, test]))
  const isSteady = ({ id, state }: TestCase): boolean => state === 'passed' && !isKnownFlaky(before, id)
  const broken = before.tests.filter((test) => isSteady(test) && now.get(test.id)?.state !== 'passed')
  return all(
    faulty(newFaults(before, after, [])),
    newlyLeftOut(before, after),
    refuse(
      ...broken.map(({ id }) => {
        const test = now.get(id)
        return {
          rule: 'old-test-broken',
          message: `${id} passed before and ${test === undefined ? 'is gone' : `now: ${describe(test)}`}`,
          remedy: 'Undo what breaks it; Phase 0 adds interfaces and leaves the rest alone.',
        }
      }),
    ),
  )
}
