/** How a run ends (VAL-111, VAL-112). */
import type { Decided, Finding, JsonObject, Outcome } from '@sigma/protocol'
import { type Draft, moveTo, orchestrate } from './draft.ts'
import type { RunOutcome, Specialist } from './state.ts'

const outcomes: Readonly<Record<RunOutcome, Outcome>> = {
  success: 'completed',
  'success with skipped checks': 'completed',
  escalated: 'escalated',
  aborted: 'aborted',
  error: 'refused',
}

function end(draft: Draft, said: RunOutcome, summary: string, reasons: readonly Finding[]): void {
  const outcome = outcomes[said]
  const { head, input, surveyed } = draft.run
  const delivers = outcome === 'completed' && head !== input.commit
  draft.instead = { kind: 'over', outcome, said }
  draft.effects.push({
    kind: 'end',
    outcome,
    summary,
    reasons,
    result: {
      outcome: said,
      ...(delivers && { commit: head }),
      validated: head,
      tree: surveyed?.tree ?? null,
      specialists: draft.run.specialists.map(resultOf),
    },
  })
}

function resultOf({ name, status, outcome, why, iteration, pass, failures }: Specialist): JsonObject {
  const came = outcome ?? (pass !== null ? 'passed' : status === 'ESCALATED' ? 'escalated' : 'not checked')
  return {
    name,
    status,
    outcome: came,
    why,
    iterations: iteration,
    tree: pass?.tree ?? null,
    failures: failures.length,
  }
}

/** Every specialist has passed on the final tree, was skipped, or does not apply; or nobody decides about those that failed. */
export function finish(draft: Draft): void {
  const failing = draft.run.specialists.filter(isLeft)
  if (failing.length > 0) {
    unfinished(draft, failing)
    return
  }
  const passing = draft.run.specialists.filter(({ pass }) => pass !== null)
  if (passing.length === 0 && !draft.run.specialists.some(({ outcome }) => outcome === 'skipped')) {
    end(draft, 'error', 'No specialist had anything to check.', [nothingChecked])
    return
  }
  for (const { name, status } of draft.run.specialists)
    if (status === 'PASS') moveTo(draft, name, 'COMPLETED', 'orchestrator', 'Nothing is left to check.')
  orchestrate(draft, 'COMPLETED', 'Every specialist is completed.')
  const skipped = draft.run.specialists.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name)
  const passed = `${namesOf(passing)} passed on ${draft.run.surveyed?.tree ?? ''}.`
  if (skipped.length === 0) end(draft, 'success', passed, [])
  else end(draft, 'success with skipped checks', `${passed} Skipped: ${skipped.join(', ')}.`, [])
}

const isLeft = ({ work }: Specialist): boolean => work.kind === 'escalated' && work.isFinal

const namesOf = (specialists: readonly Specialist[]): string =>
  specialists.length === 0 ? 'Nobody' : specialists.map(({ name }) => name).join(', ')

const nothingChecked: Finding = {
  rule: 'nothing-validated',
  message: 'No specialist applies to the change.',
  remedy: 'Configure specialists that have something to check here.',
}

/** An error that hides what a specialist would say comes before what others found. */
function unfinished(draft: Draft, failing: readonly Specialist[]): void {
  const isError = failing.some(({ work }) => work.kind === 'escalated' && isOfMachinery.has(work.cause))
  const reasons = failing.flatMap(reasonsOf)
  end(draft, isError ? 'error' : 'escalated', `Not passed: ${namesOf(failing)}.`, reasons)
}

const isOfMachinery: ReadonlySet<string> = new Set([
  'specialist-error',
  'communication',
  'invalid-response',
  'budget-spent',
])

function reasonsOf({ name, failures, work }: Specialist): readonly Finding[] {
  const found = failures.map(({ kind, file, name: what, message, suggestion }) => ({
    rule: 'still-fails',
    message: `${name}: ${kind} ${what}${file === '' ? '' : ` in ${file}`}: ${message}`,
    remedy: suggestion === '' ? `Fix what ${name} found.` : suggestion,
    units: [name],
  }))
  return [...(work.kind === 'escalated' ? work.reasons : []), ...found]
}

/** Nothing is started any more, and what runs is stopped with the end (VAL-82). */
export function aborted(draft: Draft, { by, id }: Decided): void {
  const isNobody = by === 'expiry'
  const summary = isNobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const reason: Finding = {
    rule: isNobody ? 'decision-expired' : 'aborted',
    message: summary,
    remedy: 'Remove what the question was about, then start a new run.',
  }
  end(draft, 'aborted', summary, [reason])
}

/** Nobody can tell what there is to check, and nobody tries again. */
export function unsurveyed(draft: Draft, reasons: readonly Finding[]): void {
  end(draft, 'error', 'What there is to check could not be told.', reasons)
}
