/** Which ways a task may take, whatever happens on the board. */
import { answered, failed, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { sampleBoardInput } from './sample.ts'
import type { TaskStatus } from './state.ts'

const legal: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  blocked: ['active', 'killed'],
  active: ['done', 'killed'],
  killed: ['active'],
  done: [],
}

test('a task changes its status in no other way than it may, whatever is called and whoever fails', () => {
  proves('ROOM-04', 'ROOM-143', 'ROOM-146')
  const deed = fc.tuple(
    fc.constantFrom('task', 'blocked', 'subtask', 'done', 'kill', 'restart', 'tree', 'LV', 'crash', 'decide'),
    fc.nat(9),
    fc.nat(9),
  )
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 50 }), (story) => {
      const limits = { activeTasks: 3, nudges: 1, respawns: 0 }
      const room = new PlayedBoard(sampleBoardInput({ limits }))
      for (const [verb, at, other] of story) {
        const before = room.board.tasks
        const ids = Object.keys(before)
        const task = ids[at % Math.max(1, ids.length)] ?? 'tk-aaaaaa'
        const open = room.open.filter((id) => id.startsWith(verb === 'decide' ? 'decide:' : 'own:'))
        const id = open[at % Math.max(1, open.length)]
        const effect = id === undefined ? undefined : room.kernel.open[id]?.effect
        if (verb === 'task') room.call('task', { description: 'A' })
        else if (verb === 'blocked') room.call('task', { description: 'A', blockedBy: [task] })
        else if (verb === 'subtask') room.call('subtask', { description: 'A', task })
        else if (verb === 'done') room.call('done', { task })
        else if (verb === 'kill') room.call('kill', { task })
        else if (verb === 'restart') room.call('kill', { task, restart: true })
        else if (verb === 'tree') room.call('kill', { task, tree: true })
        else if (effect?.kind === 'ask')
          room.happen(verb === 'LV' ? answered(effect.id, 'LV') : failed(effect.id, 'crash', { final: false }))
        else if (effect?.kind === 'consult') {
          const option = effect.options[other % effect.options.length]?.name ?? ''
          room.happen({ tick: 0, nonce: 'n', kind: 'decided', id: effect.id, option, input: null, by: 'ann' })
        }
        const after = Object.values(room.board.tasks)
        expect(after.filter(({ status }) => status === 'active').length).toBeLessThanOrEqual(3)
        for (const { id: each, status, owner, former } of after) {
          const was = before[each]
          if (was === undefined || was.status === status) continue
          expect(legal[was.status], `${was.status} → ${status}`).toContain(status)
          if (was.status === 'killed') expect(former).not.toContain(owner?.name)
        }
      }
    }),
    { numRuns: 150 },
  )
})
