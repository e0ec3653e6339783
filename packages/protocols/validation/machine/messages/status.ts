/** The notice of a status change (VAL-51). */
import type { Wording } from '../records/record.ts'
import type { Specialist } from '../state.ts'
import type { Status } from '../status.ts'
import { everybody, orchestrator } from './names.ts'

export function statusChange(before: Specialist, next: Status, reason: string): Wording<'status-change'> {
  return changeOf(before.name, before, before.status, next, reason)
}

export function orchestratorChange(previous: Status, next: Status, reason: string): Wording<'status-change'> {
  return changeOf('Orchestrator', null, previous, next, reason)
}

function changeOf(
  entity: string,
  of: Specialist | null,
  previous: Status,
  next: Status,
  reason: string,
): Wording<'status-change'> {
  return {
    kind: 'status-change',
    stem: null,
    timed: false,
    header: { entity, previous, next, reason },
    body: {},
    entry: {
      specialist: of?.name ?? null,
      iteration: of?.iteration ?? 0,
      max: of === null ? 0 : of.iteration + of.left,
      sender: orchestrator,
      recipient: everybody,
      what: 'Status change',
      summary: `${entity}: ${previous} → ${next}. ${reason}`,
      before: previous,
      after: next,
    },
  }
}
