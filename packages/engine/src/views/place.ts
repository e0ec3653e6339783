import type { OpenEffect, Place } from '@sigma/protocol'

/** Where in its protocol an effect stands, for people. */
export function placeOf(effect: OpenEffect): Place {
  if (effect.kind === 'consult') return effect.about
  if (effect.kind === 'restore') return { workspace: effect.workspace }
  if (effect.kind !== 'ask') return {}
  const { role, phase, workspace, brief } = effect
  const { sid, cycle, round } = brief.context.session ?? {}
  return { role, phase, workspace, session: sid, cycle, round }
}
