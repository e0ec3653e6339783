import { type Kit, minutesOf, type Opening, type Reader } from '@sigma/engine'
import { expect, test } from 'vitest'
import { letterKit } from '../../../protocols/testing/toy/kit.ts'
import { liveDesk } from './desk.ts'
import { callByPerson, callInTurn } from './operations.ts'

/** Minutes that count events; their texts are what was recorded since. */
const counting: Kit = {
  ...letterKit,
  live: {
    subject: 'ada',
    needs: { path: 'x', command: 'x' },
    roles: [],
    begins: 'pm begin',
    begin: async () => () => ({ run: '', input: null, summary: '', read: [] }),
    views: async () =>
      minutesOf<number>({
        beginning: ({ fresh }) => ({ course: 0, fold: fresh }),
        argumentsOf: (_, { arguments: given, shown }) => ({ given, shown: shown('count') }),
        after: ({ course, fold }) => ({ course: (course ?? 0) + 1, fold }),
        views: {
          count: {
            mark: String,
            show: (count, { since }) => ({ text: `${since ?? '-'} to ${count}`, data: count }),
            isOver: (count) => count > 9,
          },
        },
      }),
  },
}

function hosted() {
  const listeners = new Set<(run: string) => void>()
  const open = new Map([['token', 'write@3']])
  const calls: unknown[] = []
  let count = 1
  const view = { run: 'letter-1', protocol: 'letter', version: 1, subject: 'ada', status: 'running' }
  // as: what the desk asks of its host, and nothing else.
  const opening = {
    reader: {
      run: (run: string) => (run === view.run ? view : null),
      runs: () => [view],
      events: (_run: string, since = 0) =>
        Array.from({ length: count - since }, (_, at) => ({ envelope: { sequence: since + at + 1 }, event: {} })),
    } as unknown as Reader,
    capabilities: {
      claims: (given: string) => (open.has(given) ? { run: view.run, attempt: open.get(given) } : null),
      issued: (given: string) => (given === 'token' ? { run: view.run, attempt: 'write@3' } : null),
    },
    onCommitted: (listener: (run: string) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: () => [],
    call: async (run: string, call: object) => {
      calls.push({ run, ...call })
      return { kind: 'replied', data: null }
    },
  } as unknown as Opening
  return {
    desk: liveDesk([counting], opening),
    calls,
    close: () => open.clear(),
    commit: () => {
      count += 1
      for (const listener of listeners) listener(view.run)
    },
  }
}

const gone = new AbortController().signal
const guest = { gone, show: () => undefined }
const asked = { verb: 'wish', arguments: {}, key: 'k' }

test('a call in a turn is its attempt’s, of a closed ask it is worth nothing, and no person is an agent', async () => {
  const { desk, calls, close } = hosted()
  const [inTurn] = desk.forTurns
  const [byPerson] = desk.forPeople
  expect([inTurn?.name, byPerson?.name]).toEqual([callInTurn.name, callByPerson.name])
  await inTurn?.handle({ token: 'token', ...asked }, guest)
  await byPerson?.handle({ protocol: 'letter', by: 'write@3', ...asked }, guest)
  expect(calls).toEqual([
    {
      run: 'letter-1',
      verb: 'wish',
      arguments: { given: {}, shown: null },
      caller: 'write@3',
      key: 'write@3:k',
    },
    { run: 'letter-1', verb: 'wish', arguments: {}, caller: 'write 3', key: 'write 3:k' },
  ])
  await expect(inTurn?.handle({ token: 'forged', ...asked }, guest)).rejects.toThrow('is over')
  await desk.read(desk.agent('token'), { view: 'count', arguments: {}, since: null, waitMs: null }, gone)
  await inTurn?.handle({ token: 'token', ...asked }, guest)
  expect(calls.at(-1)).toMatchObject({ arguments: { given: {}, shown: '1' } })
  close()
  await expect(inTurn?.handle({ token: 'token', ...asked }, guest)).rejects.toThrow('is over')
  expect(calls).toHaveLength(3)
})

test('of a closed ask nothing is taken, and it may still be read, which is how its agent hears of that', async () => {
  const { desk, calls, close } = hosted()
  const [callInTurn, readInTurn] = desk.forTurns
  const read = { view: 'count', arguments: {}, since: null, waitMs: null }
  close()
  const door = desk.doorOfTurn('token', gone)
  expect(await door.read(read)).toMatchObject({ text: '- to 1' })
  expect(await readInTurn?.handle({ token: 'token', ...read }, guest)).toMatchObject({ text: '- to 1' })
  await expect(door.call(asked, false)).rejects.toThrow('is over')
  await expect(callInTurn?.handle({ token: 'token', ...asked }, guest)).rejects.toThrow('is over')
  await expect(readInTurn?.handle({ token: 'forged', ...read }, guest)).rejects.toThrow('is over')
  expect(calls).toEqual([])
})

test('whoever waits is woken by the commit, and told only what is new; what came meanwhile is not waited for', async () => {
  const { desk, commit } = hosted()
  const caller = desk.agent('token')
  const read = (waitMs: number | null) => desk.read(caller, { view: 'count', arguments: {}, since: null, waitMs }, gone)
  expect(await read(null)).toMatchObject({ text: '- to 1', mark: '1' })
  const waiting = read(60_000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const at = performance.now()
  commit()
  expect(await waiting).toMatchObject({ text: '1 to 2', mark: '2', over: false })
  expect(performance.now() - at).toBeLessThan(50)
  commit()
  // The agent was shown the count up to 2, so 3 is news.
  expect(await read(60_000)).toMatchObject({ text: '2 to 3' })
  expect(await read(30)).toMatchObject({ text: '3 to 3' })
  await expect(desk.read(caller, { view: 'none', arguments: {}, since: null, waitMs: null }, gone)).rejects.toThrow(
    'nothing called "none"',
  )
})

test('nobody waits for what is over, and a guest that goes is waited for no more', async () => {
  const { desk, commit } = hosted()
  const caller = desk.person('letter', 'ann')
  const leaving = new AbortController()
  const left = desk.read(caller, { view: 'count', arguments: {}, since: '1', waitMs: 60_000 }, leaving.signal)
  await new Promise((resolve) => setTimeout(resolve, 5))
  leaving.abort()
  expect(await left).toMatchObject({ mark: '1' })
  for (let at = 0; at < 9; at += 1) commit()
  expect(await desk.read(caller, { view: 'count', arguments: {}, since: '10', waitMs: 60_000 }, gone)).toMatchObject({
    over: true,
  })
  expect(() => desk.person('tdd', 'ann')).toThrow('There is no tdd in this project yet')
})
