import type { Decided, Finding, Outcome } from '@sigma/protocol'
import type { Run, TddStep } from './state.ts'
import { oldFailuresText } from './telling.ts'

/** Ends the run. An aborted one delivers nothing, and neither does one whose every cycle was skipped. */
export function over(outcome: Outcome, run: Run, summary: string, reasons: readonly Finding[] = []): TddStep {
  const { cycles } = run.input
  const ids = (numbers: readonly number[]): readonly string[] =>
    numbers.flatMap((number) => cycles[number - 1]?.id ?? [])
  const delivers = outcome !== 'aborted' && run.done.length > 0
  return {
    state: { kind: 'over', outcome },
    effects: [
      {
        kind: 'end',
        outcome,
        summary,
        reasons,
        result: {
          ...(delivers && { commit: run.trunk.commit }),
          ...(delivers && run.input.tellsBase === true && { base: run.onto ?? run.input.base }),
          ...(delivers &&
            run.input.tellsEvidence === true && { evidence: run.trunk.evidence, measured: run.measured ?? null }),
          cycles: ids(run.done),
          skipped: ids(run.skipped),
        },
      },
    ],
  }
}

function lessenedText({ lessened, input: { cycles } }: Run): string {
  if (lessened.length === 0) return ''
  const names = lessened.map((number) => cycles[number - 1]?.id ?? `C${number}`).join(', ')
  return ` The tests of ${names} demand less than was accepted in RED.`
}

function oldFailures({ oldFailures: failing }: Run): string {
  return failing === 0 ? '' : ` ${oldFailuresText(failing)} as before the run.`
}

/** The project's own, on what is delivered. */
function checks({ checksSaid }: Run): string {
  return checksSaid === undefined ? '' : ` Checks: ${checksSaid}`
}

/** A person ended it, or nobody decided in time and the fallback did. */
export function aborted(run: Run, { by, id }: Decided): TddStep {
  const nobody = by === 'expiry'
  const summary = nobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const remedy = 'Remove what the question was about, then start a new run.'
  return over('aborted', run, summary, [{ rule: nobody ? 'decision-expired' : 'aborted', message: summary, remedy }])
}

/**
 * Every slice is through: the run is completed, unless a person left a cycle out (D14). `landed` is a sentence about
 * the branch that the run was begun on.
 */
export function finish(run: Run, landed: string | null = null): TddStep {
  const { module, cycles } = run.input
  const count = `${run.done.length} of ${cycles.length} cycles of ${module}`
  const also = `${landed === null ? '' : ` ${landed}`}${lessenedText(run)}${oldFailures(run)}${checks(run)}`
  const reasons = run.skipped.map(
    (number): Finding => ({
      rule: 'cycle-skipped',
      message: `${cycles[number - 1]?.id ?? `C${number}`} was left out by a person's decision.`,
      remedy: 'Start a new run with a plan that holds this cycle.',
    }),
  )
  if (reasons.length > 0) return over('refused', run, `${count} are done; the others were skipped.${also}`, reasons)
  return over('completed', run, `${count} are done: tested, reviewed and combined.${also}`)
}
