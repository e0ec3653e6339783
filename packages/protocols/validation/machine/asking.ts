/** The effects that a specialist and the main agent are asked by, each a function of the run. */
import type { Ask, Check, JsonObject } from '@sigma/protocol'
import { type Draft, inputOf, limitsOf, specialistIn } from './draft.ts'
import type { Failure } from './found.ts'
import type { SpecialistParameters } from './gate-parameters.ts'
import { maxOf } from './messages/about.ts'
import { failureReport, reportStem } from './messages/failures.ts'
import { completionStem, fixRequest, requestStem } from './messages/fixes.ts'
import { atOf, fixer, fixWorkspace, idOf } from './places.ts'
import type { Run, Specialist, Tries } from './state.ts'

/** Sigma's own check, or the question to an agent. */
export function checkOf(draft: Draft, name: string, tries: Tries): Check | Ask {
  const [one, configured] = [specialistIn(draft, name), inputOf(draft, name)]
  const { project, base } = draft.run.input
  if (configured.kind === 'agent') return askOf(draft, one, tries)
  const parameters: SpecialistParameters = {
    project,
    base,
    specialist: one.name,
    settings: configured.settings,
    coverage: configured.coverage,
    iteration: one.iteration,
    failedBefore: one.failures.flatMap(({ kind, file, name: test }) =>
      kind === 'test' && file !== '' ? [{ file, name: test }] : [],
    ),
  }
  return {
    kind: 'check',
    id: idOf(one, 'check'),
    at: atOf(one, 'check'),
    gate: 'specialist',
    commit: draft.run.head,
    parameters,
    finds: samplesOf(draft.run.head),
  }
}

/** What the explorer has a check find: either of two failures, none, and what cannot be read. */
function samplesOf(tree: string): readonly JsonObject[] {
  const coverage = { lines: 100, functions: 100, branches: 100, statements: 100, tree }
  const found = (failures: readonly Failure[]): JsonObject => ({
    failures: failures.map(failureJson),
    examined: [{ what: 'tests', count: 1 }],
    tree,
    coverage,
  })
  return [found([sampleFailure('one')]), found([sampleFailure('two')]), found([]), {}]
}

const sampleFailure = (name: string): Failure => ({
  ...{ kind: 'test', file: 'test/explored.test.js', name, message: 'It fails.', line: 1 },
  ...{ severity: 'high', suggestion: '' },
})

function askOf(draft: Draft, one: Specialist, { refused }: Tries): Ask {
  const { run } = draft
  return {
    kind: 'ask',
    id: idOf(one, 'check'),
    at: atOf(one, 'check'),
    role: one.name,
    phase: 'VALIDATE',
    brief: {
      type: 'validate',
      purpose: `Check the change as ${one.name}: list what is wrong, and change nothing.`,
      from: 'engine',
      subject: run.input.feature,
      context: contextOf(run, one),
      documents: [],
      refused,
      parameters: {
        base: run.input.base,
        previous: one.failures.map(failureJson),
        fixes: [...one.fixes],
      },
    },
    codes: ['VP', 'VF'],
    writes: [],
    workspace: `check-${one.name}`,
    base: run.head,
    limitMs: agentLimitMs(draft, one, one.iteration > 1 ? limitsOf(draft).recheckMs : limitsOf(draft).checkMs),
    retry: [],
  }
}

/** What every turn is told of where it stands. */
const contextOf = ({ input }: Run, one: Specialist): JsonObject => ({
  feature: input.feature,
  issue: input.issue.number,
  specialist: one.name,
  iteration: one.iteration,
  max: maxOf(one),
})

const failureJson = (failure: Failure): JsonObject => ({ ...failure })

/** The failure report, which is to be acknowledged before anything is fixed (VAL-10). */
export function reportAsk(draft: Draft, name: string, { refused }: Tries): Ask {
  const [one, { run }] = [specialistIn(draft, name), draft]
  const { resolved, persisting, fresh, suggestions } = failureReport(run.input, one).body
  return {
    ...fixerAsk(draft, one),
    id: idOf(one, 'report'),
    at: atOf(one, 'report'),
    brief: {
      type: 'acknowledge',
      purpose: `Read what ${one.name} found, and acknowledge it. Change nothing yet.`,
      from: 'engine',
      subject: run.input.feature,
      context: contextOf(run, one),
      documents: [],
      refused,
      parameters: {
        message: reportStem(run.input, one),
        resolved: resolved.map(failureJson),
        persisting: persisting.map(failureJson),
        fresh: fresh.map(failureJson),
        suggestions: [...suggestions],
      },
    },
    codes: ['AK'],
    writes: [],
  }
}

/** The fix request (VAL-11). */
export function fixAsk(draft: Draft, name: string, { refused }: Tries): Ask {
  const [one, { run }] = [specialistIn(draft, name), draft]
  const { failures, approach, coverage } = fixRequest(run, one).body
  return {
    ...fixerAsk(draft, one),
    id: idOf(one, 'fix'),
    at: atOf(one, 'fix'),
    brief: {
      type: 'fix',
      purpose: `Fix what ${one.name} found.`,
      from: 'engine',
      subject: run.input.feature,
      context: contextOf(run, one),
      documents: [],
      refused,
      parameters: {
        title: `Fix what ${one.name} found`,
        message: requestStem(run, one),
        completion: completionStem(run, one),
        failures: failures.map(failureJson),
        approach: [...approach],
        coverage,
        history: one.rows.map((row) => ({ ...row })),
      },
    },
    codes: ['FD'],
    writes: run.input.writes,
  }
}

const fixerAsk = (
  draft: Draft,
  one: Specialist,
): Pick<Ask, 'kind' | 'role' | 'phase' | 'workspace' | 'base' | 'limitMs' | 'retry'> => ({
  kind: 'ask',
  role: fixer,
  phase: 'FIX',
  workspace: fixWorkspace,
  base: draft.run.head,
  limitMs: agentLimitMs(draft, one, limitsOf(draft).fixMs),
  retry: [],
})

/** The run's own timers decide about time; the host's limit comes after them, and much later where what is late is left. */
function agentLimitMs(draft: Draft, { extraMs }: Specialist, limitMs: number): number {
  const { reminderMs, decisionMs } = limitsOf(draft)
  return limitMs + extraMs + reminderMs + (draft.run.input.late === 'leave' ? decisionMs : 60_000)
}
