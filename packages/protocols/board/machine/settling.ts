/** Ends what is open about a decision: by its owner, or by a person. */
import type { Finding } from '@sigma/protocol'
import { change, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { wake } from './owning.ts'
import { withdraw } from './questions.ts'

export function settleObjections(
  draft: Draft,
  id: string,
  isMeant: (number: number, decision: number) => boolean,
): void {
  const objections = taskIn(draft, id)?.objections.map((each, at) =>
    isMeant(at + 1, each.decision) ? { ...each, settled: true } : each,
  )
  if (objections !== undefined) change(draft, id, { objections })
}

/** The decision binds nobody any more, and nothing about it need be answered. */
export function takeBack(draft: Draft, id: string, decision: number, finding: Finding): void {
  const task = taskIn(draft, id)
  if (task === null) return
  const about = new Set(task.objections.flatMap((each, at) => (each.decision === decision ? [`${at + 1}`] : [])))
  change(draft, id, {
    decisions: task.decisions.map((each, at) => (at + 1 === decision ? { ...each, vetoed: true } : each)),
  })
  settleObjections(draft, id, (_, of) => of === decision)
  withdraw(
    draft,
    id,
    (each) =>
      (each.cause === 'objection' && about.has(each.about)) ||
      (each.cause === 'escalated' && each.about === `${decision}`),
  )
  tellOwner(draft, id, finding, true)
  tell(draft, 'vetoed', { task: id, decision }, task)
  wake(draft, id)
}
