/** What is known of mutants in the end, and what is refused by it. */
import type { Finding, Mutants, Project } from '@sigma/protocol'
import type { MutantsSeen } from '../evidence.ts'
import type { TestRun } from '../runners/test-run.ts'
import { listed } from '../text.ts'
import { noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'

export interface MutantsResult {
  readonly reasons: Reasons
  /** For the evidence; null: none were planted. */
  readonly seen: MutantsSeen | null
}

export const noMutants: MutantsResult = { reasons: noReasons, seen: null }

export interface PlantedIn {
  readonly commit: string
  /** Mutants are planted in what was written since. */
  readonly from: string
  /** The tests on the commit. */
  readonly run: TestRun
  /** Why whatever no test notices need not be noticed, by a person's word; absent: nobody said so. */
  readonly waiver?: string | undefined
}

export type Planting = Project & Required<Pick<Project, 'mutants'>>

export const nothingSeen: Omit<MutantsSeen, 'command' | 'least'> = {
  ...{ exit: null, durationMs: 0, output: null, report: null },
  ...{ noticed: 0, leftOut: 0, survivors: [], tried: 0, unnoticed: [] },
}

type Shown = MutantsSeen['survivors'][number]

/** Those that no test notices, without those that a person says need not be. */
export function sortedOut(
  { waived = [] }: Pick<Mutants, 'waived'>,
  survivors: readonly Shown[],
  waiver: string | undefined,
): Pick<MutantsSeen, 'survivors' | 'waived'> {
  const waiverOf = ({ file, was, becomes }: Shown): string | null =>
    waived.find((each) => each.file === file && each.was === was && each.becomes === becomes)?.reason ?? waiver ?? null
  const reasoned = survivors.flatMap((each) => {
    const reason = waiverOf(each)
    return reason === null ? [] : [{ ...each, reason }]
  })
  return {
    survivors: survivors.filter((each) => waiverOf(each) === null),
    ...(reasoned.length > 0 && { waived: reasoned }),
  }
}

/** Percent of those that count that some test notices; null: none counts. */
export function shareOf({ noticed, survivors }: Pick<MutantsSeen, 'noticed' | 'survivors'>): number | null {
  const counted = noticed + survivors.length
  return counted === 0 ? null : Math.floor((1000 * noticed) / counted) / 10
}

export function reasonsOf(seen: MutantsSeen): Reasons {
  const share = shareOf(seen)
  const lacking = share !== null && share < seen.least ? seen.survivors : []
  return refuse(
    ...lacking.map((mutant) => survives(mutant, share ?? 0, seen)),
    ...seen.unnoticed.map((mutant) => wronglyNoticed(mutant, seen.command)),
  )
}

const placed = ({ file, line, was, becomes, mutator, within }: Shown): string =>
  `${file}:${line}${within === undefined || within === '' ? '' : ` (${within})`}: \`${was}\` replaced by ${becomes === null ? `something else (${mutator})` : `\`${becomes}\``}`

const survives = (mutant: Shown, share: number, { least }: MutantsSeen): Finding => ({
  rule: 'mutant-survives',
  message: `${placed(mutant)}: ${unnoticedBy(mutant)}. Tests notice ${share} % of the mutants on changed lines; ${least} % are wanted.`,
  remedy: `Write a test, or an assertion${whereOf(mutant)}, that fails on this change of the source.`,
})

const unnoticedBy = ({ tests }: Shown): string =>
  tests === undefined
    ? 'no test notices it'
    : tests.length === 0
      ? 'no test runs it'
      : `no test notices it, though ${listed(tests, 3)} ${tests.length === 1 ? 'runs' : 'run'} it`

const whereOf = ({ tests: [first] = [] }: Shown): string => (first === undefined ? '' : ` in \`${first}\``)

const wronglyNoticed = (mutant: Shown, command: string | null): Finding => ({
  rule: 'mutant-report-wrong',
  message: `${placed(mutant)}: ${command === null ? 'a test fails while it is one of several in the source' : `the report of \`${command}\` says that a test notices it`}, and when Sigma plants it${command === null ? ' alone' : ''} every test passes.`,
  remedy:
    'Write a test that fails on this change of the source, and let neither tests nor source look for whoever plants it.',
})
