import { idKey } from './cycle-id.ts'
import type { Draft, DraftCycle } from './draft.ts'
import type { PlanFault } from './plan.ts'

/** Needs that name nothing, run in a circle, or are not met when the cycle begins. */
export function needFaults({ cycles }: Draft): readonly PlanFault[] {
  const byKey = new Map(cycles.map((cycle) => [idKey(cycle.id), cycle]))
  const circle = circleOf(cycles, byKey)
  return cycles.flatMap((cycle) =>
    cycle.needs.flatMap((need): readonly PlanFault[] => {
      const { id, line } = cycle
      const needed = byKey.get(idKey(need))
      if (needed === undefined) {
        const message = `Cycle ${id} needs ${need}, which the plan does not have.`
        return [{ rule: 'need-unknown', line, message, remedy: 'Name a cycle of the plan by its id.' }]
      }
      if (circle.includes(cycle) && circle.includes(needed)) {
        const names = [...circle, circle[0]].map((member) => member?.id).join(' → ')
        const message = `Cycle ${id} needs itself: ${names}.`
        return [{ rule: 'need-circle', line, message, remedy: 'Break the circle of needs.' }]
      }
      if (needed.batch >= cycle.batch) {
        const message = `Cycle ${id} of batch ${cycle.batch} needs ${needed.id} of batch ${needed.batch}, which is not done before it.`
        const remedy = `Put ${needed.id} into an earlier batch than ${id}.`
        return [{ rule: 'need-not-before', line, message, remedy }]
      }
      return []
    }),
  )
}

/** The cycles of one circle of needs, each needing the next; empty when there is none. */
function circleOf(cycles: readonly DraftCycle[], byKey: ReadonlyMap<string, DraftCycle>): readonly DraftCycle[] {
  const cleared = new Set<DraftCycle>()
  const search = (cycle: DraftCycle, path: readonly DraftCycle[]): readonly DraftCycle[] => {
    if (path.includes(cycle)) return path.slice(path.indexOf(cycle))
    if (cleared.has(cycle)) return []
    for (const need of cycle.needs) {
      const needed = byKey.get(idKey(need))
      const found = needed === undefined ? [] : search(needed, [...path, cycle])
      if (found.length > 0) return found
    }
    cleared.add(cycle)
    return []
  }
  for (const cycle of cycles) {
    const found = search(cycle, [])
    if (found.length > 0) return found
  }
  return []
}
