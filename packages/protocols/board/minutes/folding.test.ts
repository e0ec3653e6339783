import type { AnyState, Fold, Registered } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { sampleBoardInput } from '../machine/sample.ts'
import { discussion, phaseOf, say, taskOf } from '../testing/discussion.ts'
import { minutesIn, minutesOf } from '../testing/minutes.ts'
import { boardProtocol, storyOf } from '../testing/story.ts'
import { chatOf } from './chat.ts'
import { after, beginning } from './folding.ts'

test('the minutes of a journal are the same whether they are taken at once or event by event, and again', () => {
  const { story, owner, designer, task } = discussion()
  say(story, designer, 'a')
  story.reply(owner, 'end-phase')
  story.reply('ann', 'kill', { task, restart: true })
  const plain = (events: readonly Recorded[]): string =>
    JSON.stringify(minutesOf(events), (key, value: unknown) =>
      key === 'openTurns' ? [] : value instanceof Map ? [...value.values()] : value,
    )
  expect(plain(story.events)).toBe(plain(JSON.parse(JSON.stringify(story.events))))
  let folding = beginning(boardProtocol)
  for (const recorded of story.events) folding = after(folding, recorded)
  expect(folding.course?.sequence).toBe(story.events.length)
})

test('a restart gives the task a fresh owner; the former one is gone, and what was said stays', () => {
  const { story, owner, designer, task } = discussion()
  say(story, designer, 'kept')
  story.reply('ann', 'kill', { task, restart: true })
  const minutes = minutesIn(story)
  const fresh = minutes.board.tasks[task]?.owner?.name ?? ''
  expect([...minutes.active.keys()]).toEqual([fresh])
  expect(fresh).not.toBe(owner)
  expect(minutes.agents.get(owner)?.ended?.why).toBe('replaced')
  const { occurrences, phases } = minutes.tasks.get(task) ?? { occurrences: [], phases: [] }
  expect(occurrences).toMatchObject([{ kind: 'status' }, { kind: 'restarted', owner: fresh, by: { name: 'ann' } }])
  expect(phases[0]?.messages.map(({ content }) => content)).toEqual(['kept'])
})

test('a builder stays until it has handed over what it made', () => {
  const story = storyOf(sampleBoardInput())
  const { owner } = taskOf(story)
  const { agents } = phaseOf(story, owner, { type: 'build' })
  const [builder = ''] = agents
  for (const agent of agents) story.begin(agent)
  story.reply(owner, 'end-phase')
  expect(minutesIn(story).active.has(builder)).toBe(true)
  story.answer(builder, 'LV', { usage: { inputTokens: 5, outputTokens: 1 } })
  const minutes = minutesIn(story)
  expect(minutes.active.has(builder)).toBe(false)
  expect(minutes.agents.get(builder)).toMatchObject({ ended: { why: 'closed' }, usage: { turns: 1 } })
})

test('an agent that died too often is lost; a person’s word brings it back under its name', () => {
  const { story, developer } = discussion({ limits: { respawns: 0 } })
  story.fail(developer, 'crash')
  story.decide('respawn')
  const [phase] = minutesIn(story).phases.values()
  expect(phase?.occurrences.map(({ kind }) => kind)).toEqual([
    'opened',
    'joined',
    'joined',
    'lost',
    'asked',
    'respawned',
    'answered',
  ])
  story.begin(developer)
  story.fail(developer, 'crash')
  story.decide('without')
  expect(minutesIn(story).agents.get(developer)?.ended?.why).toBe('lost')
})

/** Counts how often a record is listed, and how often something is looked up in one. */
interface Counting {
  looked: number
  listed: number
}

function counted<Value extends object>(record: Value, counting: Counting): Value {
  return new Proxy(record, {
    get: (target, key, receiver) => {
      counting.looked += 1
      return Reflect.get(target, key, receiver)
    },
    ownKeys: (target) => {
      counting.listed += 1
      return Reflect.ownKeys(target)
    },
  })
}

/** The board's own folding, with the tables of tasks and open effects counted as the minutes look into them. */
function countedFold(fold: Fold, counting: Counting): Fold {
  const kernel = fold.kernel === null ? null : { ...fold.kernel, open: counted(fold.kernel.open, counting) }
  return {
    ...fold,
    kernel,
    next: (recorded) => {
      const { advance, fold: next } = fold.next(recorded)
      const state: AnyState =
        'tasks' in advance.kernel.state &&
        typeof advance.kernel.state.tasks === 'object' &&
        advance.kernel.state.tasks !== null
          ? { ...advance.kernel.state, ...{ tasks: counted(advance.kernel.state.tasks, counting) } }
          : advance.kernel.state
      const told = { ...advance, kernel: { ...advance.kernel, state, open: counted(advance.kernel.open, counting) } }
      return { advance: told, fold: countedFold(next, counting) }
    },
  }
}

test('a message costs the same in 200 rooms as in one, and the last messages of a phase no more than those', () => {
  const costs = [1, 200].map((rooms) => {
    const limits = { activeTasks: 1_000, messages: 1_000 }
    const story = storyOf(sampleBoardInput({ limits }))
    const owners = Array.from({ length: rooms }, () => {
      const { owner } = taskOf(story)
      phaseOf(story, owner, { limit: 100 })
      return owner
    })
    const before = story.events.length
    for (const owner of owners) say(story, owner, 'a')
    for (let more = 0; more < 50; more += 1) say(story, owners.at(-1) ?? '', 'b')
    const counting: Counting = { looked: 0, listed: 0 }
    const protocol: Registered = { ...boardProtocol, fresh: countedFold(boardProtocol.fresh, counting) }
    let folding = beginning(protocol)
    let most = 0
    for (const [at, recorded] of story.events.entries()) {
      const [looked, listed] = [counting.looked, counting.listed]
      folding = after(folding, recorded)
      if (at < before) continue
      most = Math.max(most, counting.looked - looked)
      expect(counting.listed).toBe(listed)
    }
    const minutes = folding.course
    expect(minutes?.phases.size).toBe(rooms)
    if (minutes !== null) {
      const last = [...minutes.phases.keys()].at(-1)
      expect(chatOf(minutes, { caller: 'bob', phase: last }, 49).messages).toHaveLength(2)
    }
    return most
  })
  expect(costs[0]).toBeGreaterThan(0)
  expect(costs[1]).toBe(costs[0])
})
