/** What the check of a specialist comes to, as the machine reads it. */
import { bounded } from '@sigma/measuring'
import type { Finding, Json, Verdict } from '@sigma/protocol'
import { byText, fingerprint } from '../machine/fingerprint.ts'
import type { Checked, Failure } from '../machine/found.ts'

type Kind = keyof typeof failureRule

/** A failure of a kind that these gates find. */
export type Found = Failure & { readonly kind: Kind }

/** What the report of a command says, whatever its format. */
export interface Report {
  readonly failures: readonly Found[]
  /** How many failures the report claims to have; never fewer than it lists. */
  readonly claimed: number
  /** What it says that was looked at; null: its format has no word for it. */
  readonly examined: { readonly what: string; readonly count: number } | null
}

export interface Seen {
  readonly failures: readonly Found[]
  readonly examined: Checked['examined']
  readonly coverage: Checked['coverage']
  /** Why it could not be judged; none: it was. */
  readonly unjudged: readonly Finding[]
  /** What it was judged by, for the evidence. */
  readonly by: Json
}

export const unable = (by: Json, ...unjudged: readonly Finding[]): Seen => ({
  failures: [],
  examined: [],
  coverage: null,
  unjudged,
  by,
})

/** What could not be judged comes before anything that was found. */
export const verdictOf = ({ unjudged, failures }: Seen): Verdict =>
  unjudged.length > 0 ? 'unknown' : failures.length > 0 ? 'fail' : 'pass'

/** Failures as they may be told: a scanner prints the very secret that it found (VAL-103). */
export const masked = (failures: readonly Failure[], text: (given: string) => string): readonly Failure[] =>
  failures.map((failure) => ({
    ...failure,
    name: text(failure.name),
    message: text(failure.message),
    suggestion: text(failure.suggestion),
  }))

/** As many failures as the machine looks at, the same ones whatever their order, and as much of each as an event carries; evidence has all. */
export function carried(failures: readonly Failure[]): readonly Failure[] {
  const prints = new Map(failures.map((failure) => [fingerprint(failure), failure]))
  const chosen = [...prints.entries()].toSorted(([one], [other]) => byText(one, other)).slice(0, mostFailures)
  const wanted = new Set<unknown>(chosen.map(([, failure]) => failure))
  const kept = failures.filter((failure) => wanted.has(failure))
  const cut = lengths.map((most) => kept.map((failure) => shortened(failure, most)))
  return cut.find((each) => JSON.stringify(each).length <= mostData) ?? cut.at(-1)?.slice(0, fewFailures) ?? []
}

const [mostFailures, fewFailures, mostData] = [60, 10, 56 * 1024]
const lengths = [1_500, 600, 200]

const shortened = (failure: Failure, most: number): Failure => ({
  ...failure,
  file: failure.file.slice(0, 300),
  name: failure.name.slice(0, 300),
  message: bounded(failure.message, most),
  suggestion: bounded(failure.suggestion, 300),
})

const [mostFindings, mostText] = [20, 1_500]

/** By kind of failure. */
const failureRule = {
  accessibility: 'accessibility-failure',
  check: 'check-failure',
  complexity: 'complexity-failure',
  coverage: 'coverage-failure',
  dependency: 'dependency-failure',
  lint: 'lint-failure',
  rule: 'rule-failure',
  secret: 'secret-failure',
  test: 'test-failure',
  type: 'type-failure',
} as const

export function findingsOf({ unjudged, failures }: Seen, evidence: string): readonly Finding[] {
  const found = failures.map(
    ({ kind, file, name, message, suggestion }): Finding => ({
      rule: failureRule[kind],
      message: bounded(`${name}${file === '' ? '' : ` in ${file}`}: ${message}`, mostText),
      remedy: suggestion === '' ? 'Mend it.' : suggestion,
    }),
  )
  return [...unjudged, ...found].slice(0, mostFindings).map((finding) => ({ ...finding, evidence }))
}
