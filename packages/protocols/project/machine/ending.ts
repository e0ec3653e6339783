import type { Decided, Finding, Outcome } from '@sigma/protocol'
import type { Going, ProjectStep } from './state.ts'

/** What was built is handed over, unless the run is aborted or nothing was built. */
export function over(outcome: Outcome, going: Going, summary: string, reasons: readonly Finding[] = []): ProjectStep {
  const { commit, input, modules, left } = going
  const delivers = outcome !== 'aborted' && commit !== input.base
  return {
    state: { kind: 'over', outcome },
    effects: [
      {
        kind: 'end',
        outcome,
        summary,
        reasons,
        result: {
          ...(delivers && { commit }),
          modules: modules.map(({ module }) => module),
          left,
          profile: input.profile,
        },
      },
    ],
  }
}

export function completed(going: Going): ProjectStep {
  const names = going.modules.map(({ module }) => module).join(', ')
  const left = going.left.length === 0 ? '' : ` By a person’s word: ${going.left.join(' ')}`
  return over('completed', going, `${names}: designed, planned, built test first and reviewed.${left}`)
}

export function aborted(going: Going, { by, id }: Decided): ProjectStep {
  const isNobody = by === 'expiry'
  const summary = isNobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const reason: Finding = {
    rule: isNobody ? 'decision-expired' : 'aborted',
    message: summary,
    remedy: 'Remove what the question was about, then start a new run.',
  }
  return over('aborted', going, summary, [reason])
}
