import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol } from '@sigma/protocol'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { noCrashPoints } from '../host/crash-points.ts'
import { type Ledger, ledgerOf } from '../host/ledger.ts'
import { type Registered, registered } from '../host/registered.ts'
import { integer } from '../store/columns.ts'
import { openStore, type Store } from '../store/store.ts'
import { memoryDisk } from '../testing/memory-store.ts'
import { seededIds } from '../testing/seeded.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { readerOver } from '../views/reader.ts'

interface Diary {
  readonly kind: 'writing'
  readonly pages: readonly string[]
}

const diary: Protocol<object, Diary> = {
  name: 'diary',
  version: 1,
  input: z.object({}),
  calls: () => [{ verb: 'write', samples: [] }],
  start: () => ({ state: { kind: 'writing', pages: [] }, effects: [] }),
  step: (state, event) => {
    if (event.kind !== 'called') return { state, effects: [] }
    const pages = [...state.pages, String(event.arguments)]
    const effects = [{ kind: 'reply', call: event.call, data: pages.length } as const]
    return { state: { ...state, pages }, effects }
  },
}
const protocols: readonly Registered[] = [registered(diary)]

/** A run whose state grows by so much with each event. */
function written(
  count: number,
  length: number,
  store = memoryDisk().open(),
): { readonly store: Store; readonly snapshots: readonly number[]; readonly ledger: Ledger } {
  const ledger = ledgerOf({ store, protocols, clock: virtualClock(), ids: seededIds(1), crashPoints: noCrashPoints })
  const snapshots = new Set<number>()
  ledger.begin({ run: 'run-1', protocol: 'diary', version: 1, parent: null }, {})
  for (let at = 1; at <= count; at += 1) {
    const page = `${at} `.padEnd(length, 'x')
    const event = { kind: 'called', call: `c${at}`, verb: 'write', arguments: page, caller: 'ann' } as const
    ledger.record('run-1', event, { key: `k${at}`, attempt: null, caller: 'ann' })
    snapshots.add(integer(store.database.get('SELECT sequence FROM snapshots') ?? {}, 'sequence'))
  }
  return { store, snapshots: [...snapshots], ledger }
}

const folder = mkdtempSync(join(tmpdir(), 'sigma-snapshot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The pages that each commit wrote, by a log that was never emptied. */
function commitsIn(log: Buffer): readonly (readonly number[])[] {
  const frame = 24 + log.readUInt32BE(8)
  const commits: number[][] = [[]]
  for (let at = 32; at + frame <= log.length; at += frame) {
    commits.at(-1)?.push(log.readUInt32BE(at))
    if (log.readUInt32BE(at + 4) > 0) commits.push([])
  }
  return commits
}

const pagesOf = (store: Store, known: readonly Registered[]): unknown =>
  readerOver(store.database, known).run('run-1')?.state['pages']

test('a small state is there for every reader after every event', () => {
  const { store, snapshots } = written(20, 10)
  expect(snapshots).toHaveLength(20)
  expect(pagesOf(store, [])).toHaveLength(20)
  expect(readerOver(store.database).behind()).toEqual([])
})

test('a state that grows is not written again and again: readers who know the protocol fold what came after', () => {
  const { store, snapshots } = written(600, 200)
  expect(snapshots.length).toBeLessThan(200)
  expect(pagesOf(store, protocols)).toHaveLength(600)
  const reader = readerOver(store.database)
  expect(reader.behind()).toEqual(['run-1'])
  expect(pagesOf(store, [])).toHaveLength((snapshots.at(-1) ?? 0) - 1)
  expect(reader.run('run-1')).toMatchObject({ events: 601, status: 'running' })
})

test('whoever has the run in memory reads it there, as it stands, and folds nothing', () => {
  const { store, ledger } = written(600, 200)
  let folded = 0
  const counting = protocols.map(
    (each): Registered => ({
      ...each,
      from: (input, kernel) => {
        folded += 1
        return each.from(input, kernel)
      },
    }),
  )
  const inMemory = readerOver(store.database, counting, ledger.known).run('run-1')
  expect(folded).toBe(0)
  expect(inMemory).toEqual(readerOver(store.database, counting).run('run-1'))
  expect(folded).toBe(1)
  expect(ledger.known('run-2')).toBeNull()
})

test('a large state that stays as large is written as often as it pays', () => {
  const { store, snapshots } = written(40, 60_000)
  const bytes = integer(store.database.get('SELECT SUM(LENGTH(record)) AS bytes FROM events') ?? {}, 'bytes')
  const state = integer(store.database.get('SELECT LENGTH(kernel) AS bytes FROM snapshots') ?? {}, 'bytes')
  expect(state).toBeLessThan(bytes / 8)
  expect(snapshots.length).toBeLessThan(5)
  expect(pagesOf(store, protocols)).toHaveLength(40)
})

test('a later host folds on where an earlier one stopped, and writes no more than it would have', () => {
  const { store } = written(300, 200)
  const later = ledgerOf({ store, protocols, clock: virtualClock(), ids: seededIds(2), crashPoints: noCrashPoints })
  const before = store.database.get('SELECT sequence FROM snapshots')
  const event = { kind: 'called', call: 'last', verb: 'write', arguments: 'last', caller: 'ann' } as const
  later.record('run-1', event, { key: 'last', attempt: null, caller: 'ann' })
  expect(store.database.get('SELECT sequence FROM snapshots')).toEqual(before)
  expect(pagesOf(store, protocols)).toHaveLength(301)
})

test('a snapshot is written over where it lies: the list of free pages is touched only where it grew by a step', () => {
  const { store } = written(60, 200, openStore({ folder, now: 0, command: 'sigma' }))
  const last = commitsIn(readFileSync(join(folder, 'sigma.db-wal'))).slice(-31, -1)
  store.close()
  expect(last.filter((pages) => pages.includes(1)).length).toBeLessThan(15)
})
