import type { Performer } from '../turns/performer.ts'
import type { Ledger } from './ledger.ts'
import type { Spawner } from './spawner.ts'

/** Whether nothing of a run is in progress: whatever is open waits for a person, in it or in a run that it began. */
export function quietness(
  ledger: Pick<Ledger, 'fold'>,
  performer: Pick<Performer, 'isAsked'>,
  spawner: Pick<Spawner, 'childOf'>,
): (run: string) => boolean {
  function isQuiet(run: string): boolean {
    const { kernel } = ledger.fold(run)
    if (kernel?.status !== 'running') return false
    return Object.values(kernel.open).every(
      ({ attempt, effect }) =>
        effect.kind === 'consult' ||
        performer.isAsked(run, attempt) ||
        (effect.kind === 'spawn' && isChildQuiet(run, attempt)),
    )
  }

  function isChildQuiet(run: string, attempt: string): boolean {
    const child = spawner.childOf(run, attempt)
    return child !== null && isQuiet(child)
  }

  return isQuiet
}
