import type { Ask } from '@sigma/protocol'

/** Says in the commit whose work it is; the agent's own words never get there. */
export function trailersOf(run: string, { role, phase, at: { unit, round } }: Ask): Readonly<Record<string, string>> {
  return {
    'Sigma-Run': run,
    ...(unit === undefined ? {} : { 'Sigma-Unit': unit }),
    'Sigma-Phase': phase,
    'Sigma-Role': role,
    ...(round === undefined ? {} : { 'Sigma-Round': String(round) }),
  }
}

export function subjectOf({ phase, brief, at: { unit, called = unit } }: Ask): string {
  return called === undefined ? `${phase}: ${brief.subject}` : `${phase}: ${brief.subject}, ${called}`
}
