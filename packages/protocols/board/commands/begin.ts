/** Makes the run of a project's board of the configuration; there is one at a time. */
import { type Asked, type Beginning, friendlyWord } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { type BoardInput, boardInputSchema } from '../machine/input.ts'
import { readSettings } from './settings.ts'

export function begin({ config, place, base, target, budgets, templates, history, random }: Asked): Beginning {
  const { rooms, source, guarded, tests, limits } = readSettings(config)
  const { parallel, perspectives, ...bounds } = rooms
  const input: BoardInput = {
    base,
    target,
    perspectives,
    parallel,
    writes: place.globsInRepository([...source, ...tests.files]),
    guarded: place.globsInRepository(guarded),
    former: formerNames(history),
    limits: { ...bounds, asks: limits.asks, turnMs: limits.turn, decisionMs: limits.decisions },
    budgets,
    prompts: templates,
  }
  return {
    run: `board-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `a board for tasks, from ${base.slice(0, 10)}`,
    read: [],
  }
}

const asked = z.object({ name: z.string() })

/** Names that agents of earlier boards had: nobody has one of them again (ROOM-23). */
function formerNames(history: Asked['history']): readonly string[] {
  const boards = history.runs().filter(({ protocol }) => protocol === 'board')
  const former = boards.flatMap(({ input }) => boardInputSchema.safeParse(input).data?.former ?? [])
  const own = boards.flatMap(({ run }) =>
    history.events(run).flatMap(({ event }) => (event.kind === 'called' ? [] : namesIn(event))),
  )
  return [...new Set([...former, ...own])]
}

const namesIn = (event: object): readonly string[] => {
  const { data } = asked.safeParse(event)
  return data === undefined ? [] : [data.name]
}
