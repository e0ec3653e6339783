/** What there is to check at a commit, which is looked at before anybody checks, and again when fixes have changed it. */
import type { Consult, Decided, Failed, Finding, Judged } from '@sigma/protocol'
import { change, type Draft, limitsOf, runOf } from './draft.ts'
import { unsurveyed } from './ending.ts'
import { surveyedSchema } from './found.ts'
import type { SurveyParameters } from './gate-parameters.ts'
import { haltedAt, haltedId, surveyAt, surveyId } from './places.ts'
import type { Specialist } from './state.ts'

export function survey(draft: Draft): void {
  const { head, input } = draft.run
  draft.instead = { ...runOf(draft.run), kind: 'surveying' }
  const parameters: SurveyParameters = {
    project: input.project,
    base: input.base,
    specialists: input.specialists.map(({ name, settings }) => ({ name, settings })),
  }
  draft.effects.push({
    kind: 'check',
    id: surveyId,
    at: surveyAt,
    gate: 'survey',
    commit: head,
    parameters,
    finds: [
      { tree: head, inapplicable: [] },
      { tree: head, inapplicable: [{ name: input.specialists[0]?.name ?? '', reason: 'Explored.' }] },
      {},
    ],
  })
}

export function surveyJudged(draft: Draft, { verdict, data, findings }: Judged): void {
  const { data: found } = surveyedSchema.safeParse(data)
  if (found === undefined || verdict !== 'pass') {
    surveyFailed(draft, { findings: findings.length > 0 ? findings : [unreadable] })
    return
  }
  const { tree, inapplicable } = found
  draft.run = { ...draft.run, surveyed: { commit: draft.run.head, tree }, surveys: limitsOf(draft).errors }
  for (const one of draft.run.specialists) {
    const why = inapplicable.find(({ name }) => name === one.name)?.reason ?? null
    change(draft, one.name, standingOf(draft, one, tree, why))
  }
  draft.instead = null
}

/** A pass counts for the tree that it was on, and no other (VAL-17). What a person left out stays so. */
function standingOf({ run }: Draft, one: Specialist, tree: string, why: string | null): Partial<Specialist> {
  if (one.outcome === 'skipped' || one.work.kind === 'escalated') return {}
  if (why !== null) return { outcome: 'not-applicable', why, due: false, pass: null }
  const applies = { outcome: null, why: '' }
  const { pass } = one
  if (pass === null) return { ...applies, due: true }
  const isOfTree = pass.tree === null ? pass.commit === run.head : pass.tree === tree
  return isOfTree ? { ...applies, due: false, pass: { ...pass, tree } } : { ...applies, due: true }
}

export function surveyFailed(draft: Draft, { findings }: Pick<Failed, 'findings'>): void {
  if (draft.run.surveys > 0) {
    draft.run = { ...draft.run, surveys: draft.run.surveys - 1 }
    survey(draft)
    return
  }
  if (draft.run.input.decides === 'nobody') unsurveyed(draft, findings)
  else halt(draft, findings)
}

const unreadable: Finding = {
  rule: 'survey-unreadable',
  message: 'What there is to check could not be told.',
  remedy: 'sigma doctor',
}

function halt(draft: Draft, reasons: readonly Finding[]): void {
  const question: Consult = {
    kind: 'consult',
    id: haltedId,
    at: haltedAt,
    question: 'What there is to check could not be told. How should the validation go on?',
    options: [
      { name: 'resume', consequence: 'It is looked at again.', input: null },
      { name: 'abort', consequence: 'The run ends here, and nothing is delivered.', input: null },
    ],
    fallback: 'abort',
    expiryMs: null,
    status: 'halted',
    reasons,
  }
  draft.instead = { ...runOf(draft.run), kind: 'halted', reasons }
  draft.effects.push(question)
}

export function haltDecided(draft: Draft, reasons: readonly Finding[], { option }: Decided): void {
  if (option !== 'resume') {
    unsurveyed(draft, reasons)
    return
  }
  draft.run = { ...draft.run, surveys: limitsOf(draft).errors }
  survey(draft)
}
