/**
 * Watches what a person could see change while agents work: their tree, index, HEAD and refs. Whatever changed is
 * reported by name, with the turns that were open then, also when the host died during them; nothing is ever written
 * back (D21).
 */
import type { Message } from '@sigma/protocol'
import type { Observation, Workspaces } from '../ports.ts'
import type { Sight, SightMemory, Turn } from './sight.ts'

export interface Watch {
  enter(turn: Turn): Promise<void>
  leave(turn: Turn): Promise<void>
}

export function watchOver(
  workspaces: Workspaces,
  report: (run: string, message: Message) => void,
  memory: SightMemory,
): Watch {
  /** Of a host that died while turns were open: what it saw before them. */
  let left: Sight | null = memory.load()
  let last: Observation | null = null
  let queue: Promise<void> = Promise.resolve()
  const open = new Set<Turn>()

  /** One look at a time: of two that overlap, the later to return might be the older. */
  function look(): Promise<void> {
    const next = queue.then(compare)
    queue = next.catch(() => undefined)
    return next
  }

  async function compare(): Promise<void> {
    const before = last
    const now = await workspaces.observe()
    const turns = [...open, ...(left?.turns ?? [])]
    left = null
    last = now
    if (before === null || before.hash === now.hash) return
    const parts = changedParts(before, now)
    for (const run of new Set(turns.map((turn) => turn.run))) {
      const attempts = turns.filter((turn) => turn.run === run).map(({ attempt }) => attempt)
      report(run, { type: 'changed-meanwhile', data: { parts, turns: attempts } })
    }
  }

  return {
    enter: async (turn) => {
      // What people do between turns is theirs alone; only what a turn could have done is of interest.
      if (open.size === 0) last = left?.observation ?? null
      await look()
      open.add(turn)
      keep()
    },
    leave: async (turn) => {
      try {
        await look()
      } finally {
        open.delete(turn)
      }
      keep()
    },
  }

  function keep(): void {
    memory.keep(open.size === 0 || last === null ? null : { observation: last, turns: [...open] })
  }
}

function changedParts(before: Observation, after: Observation): readonly string[] {
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)])
  return [...names].filter((name) => before.parts[name] !== after.parts[name]).sort((a, b) => (a < b ? -1 : 1))
}
