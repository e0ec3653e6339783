import type { Finding } from '@sigma/protocol'
import { change, type Draft, taskIn, tell, tellOwner } from './draft.ts'
import { wake } from './owning.ts'

/** What the task waited for came: it goes on, with that as context (ROOM-157). */
export function cameFromOutside(draft: Draft, id: string, finding: Finding): void {
  change(draft, id, { outside: null })
  tellOwner(draft, id, finding, true)
  tell(draft, 'came', { task: id, rule: finding.rule }, taskIn(draft, id))
  wake(draft, id)
}
