import type { Ask, Context } from '@sigma/protocol'

/** Says in the commit whose work it is; the agent's own words never get there. */
export function trailersOf(run: string, { role, phase, brief }: Ask): Readonly<Record<string, string>> {
  const { cycle, round } = brief.context.session ?? {}
  return {
    'Sigma-Run': run,
    ...(cycle === undefined ? {} : { 'Sigma-Cycle': String(cycle) }),
    'Sigma-Phase': phase,
    'Sigma-Role': role,
    ...(round === undefined ? {} : { 'Sigma-Round': String(round) }),
  }
}

export function subjectOf({ phase, brief }: Ask): string {
  const cycle = numberOf(brief.context)
  return cycle === null ? `${phase}: ${brief.context.module}` : `${phase}: ${brief.context.module}, cycle ${cycle}`
}

/** 0 stands for no cycle (Phase 0). */
function numberOf({ session }: Context): number | null {
  return session?.cycle === undefined || session.cycle === 0 ? null : session.cycle
}
