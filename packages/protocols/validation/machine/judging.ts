/** What a specialist's word comes to. What Sigma cannot be sure of is no pass and no failure (VAL-06, VAL-07, VAL-113). */
import type { Finding, Json, Verdict } from '@sigma/protocol'
import { byText, fingerprint } from './fingerprint.ts'
import { type Checked, checkedSchema, type Failure, type Reported, reportedSchema } from './found.ts'
import type { SpecialistInput } from './input.ts'

export type Judgement =
  /** `tree` is null where an agent judged, who cannot tell it. */
  | { readonly kind: 'pass'; readonly tree: string | null }
  | { readonly kind: 'fail'; readonly failures: readonly Failure[]; readonly tree: string | null }
  | { readonly kind: 'unjudged'; readonly reasons: readonly Finding[] }

interface Given {
  readonly verdict: Verdict
  readonly data: Json
  readonly findings: readonly Finding[]
}

/** Of Sigma's own check. */
export function judgementOf(specialist: SpecialistInput, { verdict, data, findings }: Given): Judgement {
  const { data: found } = checkedSchema.safeParse(data)
  if (verdict === 'unknown') return unjudged(findings.length > 0 ? findings : [couldNotJudge])
  if (found === undefined) return unjudged([unreadable])
  const doubts = [
    ...contradiction(verdict, found),
    ...emptiness(specialist, found),
    ...withoutCoverage(specialist, found),
  ]
  if (doubts.length > 0) return unjudged(doubts)
  if (verdict === 'pass') return { kind: 'pass', tree: found.tree }
  return { kind: 'fail', failures: shortened(found.failures), tree: found.tree }
}

/** Of an agent's answer; null: it is not as it must be. */
export function judgementOfAnswer(specialist: SpecialistInput, code: string, data: Json | undefined): Judgement | null {
  const { data: reported } = reportedSchema.safeParse(data)
  if (reported === undefined) return null
  if (contradiction(code === 'VP' ? 'pass' : 'fail', reported).length > 0) return null
  const doubts = emptiness(specialist, reported)
  if (doubts.length > 0) return unjudged(doubts)
  if (code === 'VP') return { kind: 'pass', tree: null }
  return { kind: 'fail', failures: shortened(reported.failures), tree: null }
}

const unjudged = (reasons: readonly Finding[]): Judgement => ({ kind: 'unjudged', reasons })

const couldNotJudge: Finding = {
  rule: 'could-not-judge',
  message: 'The check could not judge, and does not say why.',
  remedy: 'Run the command of the specialist by hand.',
}

const unreadable: Finding = {
  rule: 'check-unreadable',
  message: 'What the check brought cannot be read.',
  remedy: 'Run the command of the specialist by hand.',
}

function contradiction(verdict: Verdict, { failures }: Pick<Reported, 'failures'>): readonly Finding[] {
  if ((verdict === 'pass') === (failures.length === 0)) return []
  const message =
    verdict === 'pass'
      ? `The check passes and lists ${failures.length} failures.`
      : 'The check fails and lists no failure.'
  return [{ rule: 'check-contradictory', message, remedy: couldNotJudge.remedy }]
}

/** Only a pass needs to have looked at something: a failure was seen. */
function emptiness({ mayBeEmpty, name }: SpecialistInput, { examined, failures }: Reported): readonly Finding[] {
  if (mayBeEmpty || failures.length > 0 || examined.some(({ count }) => count > 0)) return []
  const message = `${name} examined nothing.`
  return [
    { rule: 'nothing-examined', message, remedy: 'Give it something to examine, or let it be empty by its setting.' },
  ]
}

function withoutCoverage({ coverage, name }: SpecialistInput, found: Checked): readonly Finding[] {
  if (coverage === 0 || found.failures.length > 0) return []
  const remedy = 'Have the command write its coverage anew, or set the threshold to 0.'
  if (found.coverage === null)
    return [
      { rule: 'coverage-missing', message: `${name} brought no coverage, and ${coverage} % are demanded.`, remedy },
    ]
  const { tree, lines, functions, branches, statements } = found.coverage
  if (tree !== found.tree)
    return [{ rule: 'coverage-stale', message: `The coverage of ${name} was measured on another tree.`, remedy }]
  const least = Math.min(lines, functions, branches, statements)
  if (least >= coverage) return []
  const message = `${name} passes with ${least} % coverage, and ${coverage} % are demanded.`
  return [{ rule: 'check-contradictory', message, remedy: 'Have the check list what is not covered as a failure.' }]
}

/** As many failures as a run carries, and as much of each; the check's evidence has all. */
const [mostFailures, mostText] = [60, 1500]

function shortened(failures: readonly Failure[]): readonly Failure[] {
  const cut = (text: string): string => (text.length <= mostText ? text : `${text.slice(0, mostText).toWellFormed()}…`)
  return chosen(failures).map((failure) => ({
    ...failure,
    file: cut(failure.file),
    name: cut(failure.name),
    message: cut(failure.message),
    suggestion: cut(failure.suggestion),
  }))
}

/** The same ones whatever their order, so that they can be compared with those of another iteration. */
function chosen(failures: readonly Failure[]): readonly Failure[] {
  if (failures.length <= mostFailures) return failures
  const prints = [...new Set(failures.map(fingerprint))].toSorted(byText).slice(0, mostFailures)
  return prints.flatMap((print) => failures.find((failure) => fingerprint(failure) === print) ?? [])
}
