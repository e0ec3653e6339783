import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { decide as decideOperation, stop as stopOperation } from '../../../engine/src/session/operations.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import type { Does, Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { runOf, terminals } from '../testing/terminals.ts'

/** Agents that do each turn as it should be done, and take so long. */
const taking =
  (ms: number): Script =>
  async (told): Promise<Does> => ({ ...(await honest(told)), ms })

const epochsOf = (epochs: readonly number[]): readonly number[] => [...new Set(epochs)]

test('equal requests at the same moment make one run, and everybody gets its one Result', async () => {
  proves('SIG-92', 'F19')
  using project = terminals({ script: taking(200) })
  const names = Array.from({ length: 8 }, (_, index) => `terminal ${index}`)
  const all = await Promise.all(names.map((name) => project.open(name)))
  expect(all.filter(({ session }) => session.isHost)).toHaveLength(1)
  const begun = await Promise.all(all.map(({ session }, index) => session.begin('tdd', runOf('auth'), `auth-${index}`)))
  expect(new Set(begun.map(({ run }) => run)).size).toBe(1)
  expect(begun.filter(({ joined }) => !joined)).toHaveLength(1)
  const run = begun[0]?.run ?? ''
  const results = await Promise.all(all.map(({ session }) => session.settled(run)))
  expect(results[0]?.result).toMatchObject({ outcome: 'completed', success: true, run })
  for (const { result } of results) expect(result).toEqual(results[0]?.result)
  for (const terminal of all) await terminal[Symbol.asyncDispose]()
})

test('when the host ends, whoever waits takes its place, and nothing is done twice', async () => {
  using project = terminals({ script: taking(100) })
  const interrupted = new AbortController()
  const first = await project.open('first', interrupted.signal)
  await using second = await project.open('second')
  await using third = await project.open('third')
  const { run } = await second.session.begin('tdd', runOf('auth'), 'auth-1')
  const [waiting, waitingToo] = [second.session.settled(run), third.session.settled(run)]
  await second.session.keep('What was asked before this has come to the host.')
  interrupted.abort()
  await first[Symbol.asyncDispose]()
  expect(first.notices).toEqual([{ kind: 'left', run, waited: true }])
  const [settled, settledToo] = [await waiting, await waitingToo]
  expect(settled.result).toMatchObject({ outcome: 'completed', success: true })
  expect(settledToo).toEqual(settled)
  expect([second.session.isHost, third.session.isHost].filter(Boolean)).toHaveLength(1)
  expect(second.notices).toMatchObject([{ kind: 'moved', run }])
  const events = second.session.reader.events(run)
  expect(epochsOf(events.map(({ envelope }) => envelope.epoch))).toEqual([1, 2])
  const answers = events.flatMap(({ event }) => (event.kind === 'answered' ? [event.id] : []))
  expect(new Set(answers).size).toBe(answers.length)
})

test('a host that is done lets the turns of others end, and begins none for them', async () => {
  using project = terminals({ script: taking(300) })
  const first = await project.open('first')
  await using second = await project.open('second')
  const { run } = await second.session.begin('tdd', runOf('auth'), 'auth-1')
  const waiting = second.session.settled(run)
  await second.session.keep('What was asked before this has come to the host.')
  await first[Symbol.asyncDispose]()
  expect(first.notices).toMatchObject([
    { kind: 'drains', doing: [{ run, id: 'phase0' }] },
    { kind: 'left', waited: true },
  ])
  expect((await waiting).result.outcome).toBe('completed')
  const failed = second.session.reader.events(run).filter(({ event }) => event.kind === 'failed')
  expect(failed).toEqual([])
})

test('a run that is stopped ends the wait of all, and is not taken up again by any of them', async () => {
  using project = terminals({ script: taking(60_000) })
  await using first = await project.open('first')
  await using second = await project.open('second')
  const [auth, other] = await Promise.all([
    first.session.begin('tdd', runOf('auth'), 'auth-1'),
    second.session.begin('tdd', runOf('other'), 'other-1'),
  ])
  const waiting = [first, second].map(({ session }) => session.settled(auth.run).catch((error: unknown) => error))
  expect(await second.session.perform(stopOperation, { run: auth.run, by: 'ann' })).toEqual([auth.run])
  for (const error of await Promise.all(waiting)) {
    expect(error).toMatchObject({ code: 'run-stopped', message: 'auth-1 was stopped by a person.' })
  }
  expect(first.session.reader.notes(auth.run).at(-1)).toMatchObject({
    type: 'stopped',
    data: { message: 'stopped by ann' },
  })
  expect(await first.session.playing('tdd', 'other')).toBe(other.run)
  expect(await first.session.playing('tdd', 'auth')).toBeNull()
  await expect(second.session.begin('tdd', runOf('auth'), 'auth-2')).rejects.toMatchObject({
    code: 'run-unfinished',
    hint: 'sigma resume auth-1',
  })
  expect(await second.session.perform(stopOperation, { run: null, by: 'ann' })).toEqual([other.run])
})

test('a request that is given again, because its answer was lost, takes effect once', async () => {
  proves('F22')
  using project = terminals({ script: (told) => (told.phase === 'GREEN' ? { code: 'BL' } : honest(told)) })
  await using host = await project.open('host')
  await using guest = await project.open('guest')
  const input = runOf('auth')
  const asked = [guest, host, guest].map(({ session }) => session.begin('tdd', input, 'auth-1'))
  expect((await Promise.all(asked)).map(({ run }) => run)).toEqual(['auth-1', 'auth-1', 'auth-1'])
  await expect(guest.session.begin('tdd', runOf('else'), 'auth-1')).rejects.toMatchObject({ code: 'run-taken' })
  const { decisions } = await guest.session.settled('auth-1')
  const id = decisions[0]?.id ?? ''
  const decision = { id, option: 'abort', input: null, by: 'ann', key: 'decide-1' }
  await guest.session.perform(decideOperation, decision)
  await guest.session.perform(decideOperation, decision)
  await expect(guest.session.perform(decideOperation, { ...decision, key: 'decide-2' })).rejects.toMatchObject({
    code: 'already-decided',
  })
  const decided = host.session.reader.events('auth-1').filter(({ event }) => event.kind === 'decided')
  expect(decided.filter(({ envelope }) => envelope.key === 'decide-1')).toHaveLength(1)
})

test('whoever joins is shown what is being done already, and what begins and ends from then on', async () => {
  using project = terminals({ script: taking(300) })
  await using host = await project.open('host')
  await using guest = await project.open('guest')
  const { run } = await host.session.begin('tdd', runOf('auth'), 'auth-1')
  while (host.session.reader.events(run).length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  const shown: string[] = []
  const leave = guest.session.watch(run, ({ id, stage }) => shown.push(`${id} ${stage}`))
  await guest.session.settled(run)
  leave()
  expect(shown.slice(0, 2)).toEqual(['phase0 acts', 'phase0 over'])
  expect(shown).toContain('C1.green.dev over')
})

test('a store that breaks under a run ends the wait and the host, which tells what it leaves', async () => {
  let folder = ''
  using project = terminals({
    script: (told) => {
      using store = new DatabaseSync(join(folder, 'sigma.db'))
      store.exec("CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'It broke.'); END")
      return honest(told)
    },
  })
  folder = project.folder
  const host = await project.open('host')
  const { run } = await host.session.begin('tdd', runOf('auth'), 'auth-1')
  await expect(host.session.settled(run)).rejects.toMatchObject({ code: 'store-broken' })
  await host[Symbol.asyncDispose]()
  expect(host.notices).toEqual([{ kind: 'left', run, waited: false }])
})
