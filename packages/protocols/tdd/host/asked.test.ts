import type { Agents, Host, TurnRequest } from '@sigma/engine'
import { askedIn } from '@sigma/engine'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'
import { type Stage, stage } from '../testing/stage.ts'

const dayMs = 86_400_000

interface Desk {
  readonly play: Stage
  /** Turns that wait for the person. */
  readonly waiting: Map<string, { readonly request: TurnRequest; readonly answer: () => void }>
}

/** Who is a person does as an honest agent would once they are told to answer. */
function desk(turns?: number, isPerson = (role: string): boolean => role === 'qa'): Desk {
  const waiting: Desk['waiting'] = new Map()
  const withPerson = (agents: Agents): Agents => ({
    ...agents,
    keepsWork: isPerson,
    limitOf: (role) => (isPerson(role) ? 7 * dayMs : null),
    turn: async (request, signal) => {
      if (!isPerson(request.role)) return await agents.turn(request, signal)
      request.onBegun({ session: null, pid: null })
      await new Promise<void>((resolve) => {
        waiting.set(request.attempt, { request, answer: resolve })
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      waiting.delete(request.attempt)
      return await agents.turn({ ...request, onBegun: () => undefined }, signal)
    },
  })
  const play = stage({
    script: honest,
    ports: (ports) => ({ ...ports, agents: withPerson(ports.agents) }),
    ...(turns === undefined ? {} : { turns }),
  })
  return { play, waiting }
}

const asked = ({ reader }: Host, run: string): readonly string[] => {
  const view = reader.run(run)
  return view === null ? [] : askedIn(view, reader.notes(run)).map(({ name }) => name)
}

test('a run of which nothing is left to do but a person’s turn waits, and says for what', async () => {
  const { play, waiting } = desk()
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { result, decisions } = await moved(host.settled(run), play.clock)
  expect([result.outcome, decisions, asked(host, run)]).toEqual(['waiting', [], ['C1.red']])
  expect(result.reasons).toMatchObject([{ rule: 'asked', remedy: 'sigma answer C1.red RC|ME|TO|EX|BL' }])
  expect(host.played()).toEqual([])
  while (waiting.size > 0) {
    for (const { answer } of waiting.values()) answer()
    await expect.poll(() => waiting.size).toBe(0)
    await moved(host.settled(run), play.clock)
  }
  expect(host.reader.result(run).outcome).toBe('completed')
  expect(asked(host, run)).toEqual([])
})

test('the two turns of a cross review have names of their own while both wait for one person', async () => {
  const { play, waiting } = desk(undefined, () => true)
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  while (waiting.size === 1) {
    for (const { answer } of waiting.values()) answer()
    await expect.poll(() => waiting.size).toBe(0)
    await moved(host.settled(run), play.clock)
  }
  expect(asked(host, run).toSorted()).toEqual(['C1.review.dev', 'C1.review.qa'])
  const remedies = host.reader.result(run).reasons.map(({ remedy }) => remedy?.split(' ')[2])
  expect(remedies.toSorted()).toEqual(['C1.review.dev', 'C1.review.qa'])
  const [first] = waiting.values()
  first?.answer()
  await expect.poll(() => waiting.size).toBe(1)
  await moved(host.settled(run), play.clock)
  expect(asked(host, run)).toEqual(['C1.review'])
})

test('a person holds up nobody else: others take the only turn there is', async () => {
  const { play } = desk(1)
  await using host = play.host()
  const first = host.start('tdd', sampleRun())
  await moved(host.settled(first), play.clock)
  const second = host.start('tdd', sampleRun())
  await moved(host.settled(second), play.clock)
  expect([asked(host, first), asked(host, second)]).toEqual([['C1.red'], ['C1.red']])
})

test('a person has days where an agent has minutes, and not more than those', async () => {
  const { play, waiting } = desk()
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  const [attempt] = waiting.keys()
  play.clock.advance(6 * dayMs)
  expect([...waiting.keys()]).toEqual([attempt])
  play.clock.advance(dayMs)
  await expect
    .poll(() => host.reader.events(run).some(({ event }) => event.kind === 'failed' && event.cause === 'timeout'))
    .toBe(true)
})

test('nobody waits for a person to let a host go; the next one asks anew, at no cost, with the work as it was', async () => {
  const { play, waiting } = desk()
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  await moved(first.settled(run), play.clock)
  const [before] = waiting.values()
  play.world.workspaces.get(before?.request.cwd ?? '')?.set('test/half.js', 'half done')
  const { asksLeft } = first.reader.run(run) ?? {}
  await first.drain()
  await first.stop()
  for (const end of ['in order', 'by a kill']) {
    const host = play.host()
    host.resume()
    await moved(host.settled(run), play.clock)
    expect(asked(host, run), end).toEqual(['C1.red'])
    const [again] = [...waiting.values()].filter(({ request }) => request.attempt !== before?.request.attempt)
    expect(play.world.workspaces.get(again?.request.cwd ?? '')?.get('test/half.js')).toBe('half done')
    expect(host.reader.run(run)?.asksLeft).toBe(asksLeft)
    if (end === 'in order') await host.stop()
    else play.kill()
  }
})
