/** Makes a project's board of its configuration. */
import { type Asked, type Beginning, friendlyWord, type History } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import type { BoardInput } from '../machine/input.ts'
import { readId } from '../machine/places.ts'
import { readSettings } from './settings.ts'

/** There is one board a project: no subject tells one from another. */
export function begin(asked: Asked): Beginning {
  const input = inputOf(asked)
  return {
    run: `board-${friendlyWord(asked.random(6))}`,
    input: jsonOf(input),
    summary: `a board for tasks, from ${asked.base.slice(0, 10)}`,
    read: [],
  }
}

function inputOf({ config, place, base, target, budgets, templates, history }: Asked): BoardInput {
  const { rooms, guarded, limits, agents, roles } = readSettings(config)
  const { respawnMinutes, leaveSeconds, ...counts } = rooms.limits
  return {
    base,
    target,
    perspectives: rooms.perspectives,
    parallel: rooms.parallel,
    writes: place.globsInRepository(rooms.writes),
    guarded: place.globsInRepository(guarded),
    former: formerNames(history),
    limits: {
      ...counts,
      respawnMs: respawnMinutes * 60_000,
      leaveMs: leaveSeconds * 1_000,
      asks: limits.asks,
      turnMs: limits.turn,
      decisionMs: limits.decisions,
    },
    budgets,
    taskBudget: rooms.budget,
    people: Object.entries(roles).flatMap(([role, agent]) => (agents[agent]?.kind === 'person' ? [role] : [])),
    prompts: templates,
  }
}

/** Names of all agents that had a turn on an earlier board: no new one gets them (ROOM-23). */
function formerNames({ runs, events }: History): readonly string[] {
  const boards = runs().filter(({ protocol }) => protocol === 'board')
  const names = boards.flatMap(({ run }) =>
    events(run).flatMap(({ event }) => (event.kind === 'begun' ? readId(event.id).name : [])),
  )
  return [...new Set(names)]
}
