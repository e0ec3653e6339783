import { type Ask, subjectLine } from '@sigma/protocol'

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

/** Names the work by its title, where the brief has one among its parameters, and else by what the run is about. */
export function subjectOf({ phase, brief, at: { unit, called = unit } }: Ask): string {
  const title = brief.parameters['title']
  return subjectLine(phase, typeof title === 'string' && title.trim() !== '' ? title : brief.subject, called ?? '')
}
