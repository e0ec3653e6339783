/** What tells states apart when they are explored, and what they are called. */
import type { Joining, Lane, ProjectState, Stand } from './state.ts'

export function abstract(state: ProjectState): unknown {
  if (state.kind === 'over') return [state.kind, state.outcome, state.stands, state.integrated]
  const { lanes, queue, joining, trunk, integrated, input, left } = state
  return [
    state.kind,
    state.kind === 'building' ? null : state.kind === 'landing' ? state.stand.kind : state.cause,
    lanes.map(laneOf),
    queue,
    joining === null ? null : joiningOf(joining),
    integrated.map(({ name, byHand }) => [name, byHand]),
    trunk.commit === input.base,
    left.length > 0,
  ]
}

const laneOf = ({ module, stand, start, planned, built, returns, told, refused }: Lane): unknown => [
  module.needs,
  stand,
  start?.after ?? null,
  planned !== null,
  built === null ? null : [built.run !== null, built.work !== null],
  returns,
  told.length > 0,
  refused !== null,
]

const joiningOf = (joining: Joining): unknown => {
  switch (joining.kind) {
    case 'integrating':
      return joining.kind
    case 'checking':
      return [joining.kind, joining.merge?.kind ?? null]
    case 'halted':
      return [joining.kind, joining.back.kind]
    default:
      return [joining.kind, joining.merge.kind]
  }
}

/** In a few words, e.g. `module-1 tdd, module-2 waiting`. */
export function label(state: ProjectState): string {
  if (state.kind === 'over') return state.outcome
  if (state.kind === 'landing') return `landing: ${state.stand.kind}`
  if (state.kind !== 'building') return state.kind === 'design' ? 'design' : 'deciding about design'
  const lanes = state.lanes.map(({ module, stand }) => `${module.module} ${standText(stand)}`).join(', ')
  return state.joining === null ? lanes : `${lanes}; ${state.joining.kind}`
}

function standText(stand: Stand): string {
  if (stand.kind === 'working') return stand.stage
  return stand.kind === 'deciding' ? `deciding about ${stand.back}` : stand.kind
}
