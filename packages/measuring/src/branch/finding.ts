/** Findings about a branch: some block, the others are told, and each names a place where it has one. */
import type { Finding, Verdict } from '@sigma/protocol'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { bounded } from '../text.ts'
import type { Reasons } from '../verdicts/reasons.ts'

/** `refused` and `unjudged` block; `unjudged` says that it cannot be told. */
export type Weight = 'unjudged' | 'refused' | 'warning' | 'notice'

export interface Place {
  /** From the top of the repository. */
  readonly file: string
  /** From 1; null: the whole file. */
  readonly line: number | null
  /** The last line, where there are several. */
  readonly endLine?: number
}

export interface BranchFinding extends Omit<Finding, 'evidence'> {
  readonly weight: Weight
  readonly place: Place | null
}

export const told = (weight: Weight, finding: Finding, place: Place | null = null): BranchFinding => ({
  weight,
  rule: finding.rule,
  message: bounded(finding.message, 1_500),
  remedy: finding.remedy,
  place,
})

/** Reasons that are all about one place. */
export const placed = ({ refused, unjudged }: Reasons, place: Place | null = null): readonly BranchFinding[] => [
  ...unjudged.map((finding) => told('unjudged', finding, place)),
  ...refused.map((finding) => told('refused', finding, place)),
]

export const placeOf = ({ file, line }: Pick<TestCase, 'file' | 'line'>): Place => ({
  file,
  line: line > 0 ? line : null,
})

/** Where a test with this id is written; of a file its path stands for itself. */
export function placeIn({ tests }: Pick<TestRun, 'tests'>, id: string): Place | null {
  const test = tests.find((each) => each.id === id)
  if (test !== undefined) return placeOf(test)
  return id.includes(' › ') ? null : { file: id, line: null }
}

const perRule = 50

/** At most fifty of a rule and weight, and a count of the rest. */
export function fewOfEach(findings: readonly BranchFinding[]): readonly BranchFinding[] {
  const groups = Map.groupBy(findings, ({ weight, rule }) => `${weight} ${rule}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const more = group.length - perRule
    if (first === undefined || more <= 0) return group
    return [...group.slice(0, perRule), { ...first, message: `… and ${more} more of ${first.rule}.`, place: null }]
  })
}

/** Rules that a person may accept for a branch on which it is meant: then they are told, and refuse nothing. */
export const acceptable: readonly string[] = [
  'assertion-dropped',
  'assertion-weakened',
  'test-vanished',
  'newly-skipped',
  'not-run',
  'passes-without-change',
  'asserts-nothing',
  'asserts-constants',
  'ignores-result',
  'accepts-any-error',
  'compares-itself',
  'coverage-below',
  'strength-below-floor',
]

export function verdictOn(findings: readonly BranchFinding[]): Verdict {
  const has = (weight: Weight): boolean => findings.some((each) => each.weight === weight)
  return has('unjudged') ? 'unknown' : has('refused') ? 'fail' : 'pass'
}
