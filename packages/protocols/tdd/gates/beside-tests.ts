/** What is asked of finished work beside its tests, and only where these pass: the project's own checks, then mutants. */
import type { Evidence, MutantsSeen, TestRun, Tools } from '@sigma/measuring'
import {
  all,
  type ChecksResult,
  isClean,
  mutantsIn,
  noChecks,
  noFloor,
  noMutants,
  noReasons,
  plantsMutants,
  projectChecks,
  type Reasons,
  strengthHeld,
} from '@sigma/measuring'
import type { Check } from '@sigma/protocol'
import type { ChecksFound, CombinedParameters, MutantsFound } from '../machine/gate-parameters.ts'

export interface BesideTests {
  readonly reasons: Reasons
  readonly evidence: Partial<Pick<Evidence, 'checks' | 'mutants' | 'strength'>>
  readonly data: ChecksFound & MutantsFound
}

interface Asked extends Pick<CombinedParameters, 'project' | 'head' | 'mutantsSince' | 'strengthSince' | 'waiver'> {
  /** Of the tests. */
  readonly reasons: Reasons
  readonly run: TestRun
}

export async function besideTests(
  tools: Tools,
  { commit }: Check,
  { project, head, mutantsSince, strengthSince, waiver, reasons, run }: Asked,
  signal: AbortSignal,
): Promise<BesideTests> {
  if (!isClean(reasons)) return { reasons: noReasons, evidence: {}, data: {} }
  const checks = head === undefined ? noChecks : await projectChecks(tools, project, { commit, head }, signal)
  // Dear, and nothing to go by on work that has to change anyhow.
  const isPlanted = mutantsSince !== undefined && isClean(checks.reasons)
  const mutants =
    isPlanted && plantsMutants(project)
      ? await mutantsIn(tools, project, { commit, from: mutantsSince, run, waiver }, signal)
      : noMutants
  const isHeld = strengthSince !== undefined && isClean(all(checks.reasons, mutants.reasons))
  const floor = isHeld ? await strengthHeld(tools, project, { commit, from: strengthSince }, signal) : noFloor
  return {
    reasons: all(checks.reasons, mutants.reasons, floor.reasons),
    evidence: {
      ...(checks.seen.length > 0 && { checks: checks.seen }),
      ...(mutants.seen !== null && { mutants: mutants.seen }),
      ...(floor.seen.length > 0 && { strength: floor.seen }),
    },
    data: { ...checksData(checks), ...(mutants.seen !== null && { mutants: mutantsData(mutants.seen) }) },
  }
}

const checksData = ({ seen }: ChecksResult): ChecksFound =>
  seen.length === 0
    ? {}
    : {
        checks: seen.map(({ command, stands, why, asAtHead }) => ({
          command,
          stands,
          why,
          ...(asAtHead !== undefined && { asAtHead }),
        })),
      }

const mutantsData = ({
  noticed,
  survivors,
  leftOut,
  least,
  durationMs,
  untried,
  waived = [],
  why,
}: MutantsSeen): NonNullable<MutantsFound['mutants']> => ({
  noticed,
  survived: survivors.length,
  leftOut,
  least,
  durationMs,
  ...(untried !== undefined && { untried }),
  ...(waived.length > 0 && { waived: waived.length }),
  ...(why !== undefined && { why }),
})
