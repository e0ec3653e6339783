/** How a design loop gets from one item to the next (DPTR-46 to DPTR-49). */
import type { Finding } from '@sigma/protocol'
import { asked, entered } from './asking.ts'
import { checked } from './checking.ts'
import { consult } from './consulting.ts'
import { completed } from './ending.ts'
import type { Accepted, DesignStep, Item, Loop } from './state.ts'

/** Takes an item up, in its first round. */
export function enter(before: Loop, item: Item, queue: Loop['queue']): DesignStep {
  const { state, isNew } = entered(before, item, queue)
  return isNew ? asked('designing', state) : checked(state)
}

/** The item as it was checked is accepted; whatever was accepted of it before is no longer. */
export function accepted(state: Loop, by: string): DesignStep {
  const { checked: passed, item, accepted: before } = state
  if (passed === null || item.kind === 'draft') return next(state)
  const { path, blob } = passed
  const part: Accepted = { module: item.kind === 'module' ? item.module : null, path, blob, by }
  return next({ ...state, accepted: [...before.filter((each) => each.path !== path), part] })
}

/** The modules that are to come stand in the architecture, where nothing else said them (DPTR-47). */
function next(state: Loop): DesignStep {
  const { input, listed } = state
  const queue = state.queue ?? listed.filter((module) => input.only === null || module === input.only)
  const [module, ...rest] = queue
  if (module !== undefined) return enter(state, { kind: 'module', module }, rest)
  if (input.acceptance === 'person') return consult(state, 'acceptance', [], 'checking')
  return completed(state, input.acceptance === 'recorded' ? 'recorded' : null)
}

/** What modules need, as the architecture says it now. */
export function withNeeds({ needs: _, ...loop }: Loop, needs: Loop['needs']): Loop {
  return needs === undefined ? loop : { ...loop, needs }
}

/** Where nobody but a person designs, only they can go on. */
export function nextRound(state: Loop, points: readonly Finding[]): DesignStep {
  const now: Loop = { ...state, points }
  if (!state.input.designer) return consult(now, 'revise', points, 'auditing')
  if (state.left <= 1) return consult(now, 'rounds-spent', points, 'designing')
  return asked('designing', { ...now, round: state.round + 1, left: state.left - 1 })
}
