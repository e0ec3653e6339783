/** The project's own checks, and mutants, on finished work: who is told of what they find. */
import type { Finding, Json, Tell } from '@sigma/protocol'
import { type CheckStanding, checksFound } from './gate-parameters.ts'
import { mutantsText } from './mutants-told.ts'
import type { Run, WorkingKind } from './state.ts'

/** What only whoever writes the implementation can mend. */
const ofImplementation: ReadonlySet<string> = new Set(['check-failed', 'mutants-switched-off'])
/** What only whoever writes tests can mend. */
const ofTests: ReadonlySet<string> = new Set(['check-failed-in-tests', 'mutant-survives', 'strength-below-floor'])
const ofBoth: ReadonlySet<string> = new Set(['mutant-report-wrong', 'mutant-settings-changed'])

/** The tests of the work pass. */
export const isOfChecks = ({ rule }: Finding): boolean =>
  ofImplementation.has(rule) || ofTests.has(rule) || ofBoth.has(rule)

/** Nobody is told to mend what only the other role may change, or what comes of other cycles alone. */
export function concerning(kind: WorkingKind, cycle: number, findings: readonly Finding[]): readonly Finding[] {
  const own = findings.filter(({ units }) => units?.includes(`C${cycle}`) ?? true)
  if (kind === 'refactoring-tests') return own.filter(({ rule }) => !ofImplementation.has(rule))
  if (kind === 'refactoring-implementation') return own.filter(({ rule }) => !ofTests.has(rule))
  return own
}

/** The run, knowing how checks stand on work that is accepted; told where it is another than what was told last. */
export function withChecks(run: Run, data: Json): { readonly run: Run; readonly told: readonly Tell[] } {
  const said = sentencesOf(checksText(data), mutantsText(data))
  if (said === null || said === run.checksSaid) return { run, told: [] }
  return {
    run: { ...run, checksSaid: said },
    told: [{ kind: 'tell', message: { type: 'checks', data: { message: said } } }],
  }
}

/** Null: nothing is said. */
function sentencesOf(...texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null)
  return said.length === 0 ? null : said.join(' ')
}

const asAtHeadText = (lines: number): string =>
  `failed before the work already, and says of what the work changed what it says at HEAD of other places (${lines} ${lines === 1 ? 'line' : 'lines'})`

/** How the project's own checks stand on accepted work, in a sentence; null: it has none. */
function checksText(data: Json): string | null {
  const checks = checksFound.safeParse(data).data?.checks ?? []
  const of = (wanted: CheckStanding['stands']): readonly CheckStanding[] =>
    checks.filter(({ stands }) => stands === wanted)
  const named = (each: readonly CheckStanding[], what: string): readonly string[] =>
    each.length === 0 ? [] : [`${each.map(({ command }) => `\`${command}\``).join(', ')} ${what}`]
  const parts = [
    ...named(of('passes'), of('passes').length === 1 ? 'passes' : 'pass'),
    ...named(
      of('failed-before').filter(({ asAtHead }) => asAtHead === undefined),
      'failed before the work already, and nothing new is found in what it changed',
    ),
    ...of('failed-before').flatMap((check) =>
      check.asAtHead === undefined ? [] : named([check], asAtHeadText(check.asAtHead)),
    ),
    ...of('unclear').flatMap((check) =>
      named(
        [check],
        `failed before the work already, and nobody can tell whether it finds more now: ${check.why ?? ''}`,
      ),
    ),
    ...of('cannot-run').flatMap((check) =>
      named([check], `cannot be run${check.why === null ? '' : `: ${check.why}`}`),
    ),
  ]
  return parts.length === 0 ? null : `${parts.join('; ')}.`
}
