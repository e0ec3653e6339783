import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Host } from '@sigma/engine'
import {
  embeddedHost,
  openStore,
  readerOver,
  seededIds,
  storedWorld,
  type VirtualClock,
  virtualClock,
} from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layoutOf } from '../../../engine/src/store/header.ts'
import { readHeads } from '../../../engine/src/store/heads.ts'
import { homeOf } from '../../../engine/src/store/home.ts'
import { formerFile, migrate } from '../../../engine/src/store/migration.ts'
import { openForReading } from '../../../engine/src/store/readable.ts'
import { type Layout, layout } from '../../../engine/src/store/schema.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import { kits } from '../../kits.ts'
import { moved } from '../testing/playout.ts'
import { scriptedPorts } from '../testing/scripted-ports.ts'

/** A store of layout 1, by `testing/record-golden.ts`: runs that were finished, halted, waiting, and cut off in a turn. */
const golden = fileURLToPath(new URL('./golden/layout-1/', import.meta.url))

/** A made-up layout 1, which says `remarks` for notes, and of each event that it was applied. */
const madeUp = `
  ALTER TABLE notes RENAME TO remarks;
  UPDATE events SET disposition = 'applied' WHERE disposition IS NULL`

/** What a sigma knows whose layout comes after it. */
const later: Layout = {
  ...layout,
  version: 2,
  readableFrom: 2,
  copies: new Map([
    [
      1,
      (sqlite) => {
        for (const table of ['meta', 'runs', 'snapshots', 'tombstones', 'outbox', 'timers', 'verdicts', 'blobs'])
          sqlite.exec(`INSERT INTO ${table} SELECT * FROM old.${table}`)
        sqlite.exec(`
          INSERT INTO events SELECT position, record, effects, NULLIF(disposition, 'applied'), hash FROM old.events;
          INSERT INTO notes SELECT * FROM old.remarks`)
      },
    ],
  ]),
}

let place = ''
let folder = ''
let file = ''
beforeEach(() => lay())
afterEach(() => rmSync(place, { recursive: true }))

/** The golden store, as if it had been made in its place. */
function lay(): void {
  place = mkdtempSync(join(tmpdir(), 'sigma-golden-'))
  folder = join(place, '.sigma')
  file = join(folder, 'sigma.db')
  mkdirSync(folder)
  for (const name of ['sigma.db', 'heads']) cpSync(join(golden, name), join(folder, name))
  cpSync(join(golden, 'world.json'), join(place, 'world.json'))
  chmodSync(file, 0o600)
  change(`UPDATE meta SET value = '${homeOf(folder)}' WHERE name = 'home'`)
}

function change(sql: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(sql)
  sqlite.close()
}

const open = (known: Layout, at = folder) => openStore({ folder: at, now: 0, command: 'sigma test', layout: known })

function host(clock: VirtualClock, known: Layout): Host {
  const world = storedWorld(join(place, 'world.json'))
  const store = open(known)
  const ports = scriptedPorts({ world, clock, ids: seededIds(store.epoch) })
  return embeddedHost(store, { protocols: kits, ports })
}

test.each([
  ['wrote the same layout', '', layout],
  ['wrote an earlier layout', madeUp, later],
])(
  'runs that were open when a sigma that %s was replaced by this one come to their ends',
  async (_what, sql, known) => {
    proves('F39', 'SIG-34')
    change(sql)
    const clock = virtualClock()
    const next = host(clock, known)
    const { reader } = next
    for (const { run } of reader.runs()) reader.verify(run, kits)
    expect(reader.inbox().map(({ id }) => id)).toEqual([
      'run-halted/C2.green.dev.decision',
      'run-waiting/C1.green.dev.decision',
    ])
    next.decide({ id: 'run-halted', option: 'resume', input: null, by: 'ann' })
    next.decide({ id: 'run-waiting', option: 'extend', input: null, by: 'ann' })
    next.resume()
    for (const run of ['run-finished', 'run-halted', 'run-waiting', 'run-killed']) {
      const { result } = await moved(next.settled(run), clock)
      expect([run, result.outcome, result.delivered?.branch]).toEqual([run, 'completed', `sigma/${run}`])
      reader.verify(run, kits)
    }
    await next.stop()
    expect(layoutOf(file)).toBe(known.version)
    expect(existsSync(join(folder, formerFile)) ? layoutOf(join(folder, formerFile)) : null).toBe(sql === '' ? null : 1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    open(known).close()
  },
)

test('a reader shows an earlier store as it stands, and leaves it as it is', () => {
  proves('F39')
  change(madeUp)
  const before = readFileSync(file)
  const reader = readerOver(openForReading(folder, later))
  expect(reader.runs().map(({ run, status }) => [run, status])).toEqual([
    ['run-killed', 'running'],
    ['run-waiting', 'running'],
    ['run-halted', 'running'],
    ['run-finished', 'ended'],
  ])
  expect(reader.result('run-halted')).toMatchObject({ outcome: 'halted' })
  expect(reader.notes('run-halted').map(({ type }) => type)).toContain('snapshot')
  for (const { run } of reader.runs()) reader.verify(run, kits)
  expect(readFileSync(file).equals(before)).toBe(true)
})

const steps: readonly string[] = ((): readonly string[] => {
  const seen: string[] = []
  lay()
  change(madeUp)
  migrate(folder, later, (step) => seen.push(step))
  rmSync(place, { recursive: true })
  return seen
})()

test.each(steps)('a sigma that dies when %s leaves the old store or the new, whole', (step) => {
  proves('F39')
  change(madeUp)
  const kept = readHeads(folder)
  expect(() =>
    migrate(folder, later, (reached) => {
      if (reached === step) throw new Error('Killed.')
    }),
  ).toThrow('Killed.')
  expect(layoutOf(file)).toBe(step === 'the new file is in place' ? 2 : 1)
  const reader = readerOver(openForReading(folder, later))
  for (const { run } of reader.runs()) reader.verify(run, kits)
  open(later).close()
  expect(layoutOf(file)).toBe(2)
  expect(existsSync(`${file}.new`)).toBe(false)
  expect(readHeads(folder)).toEqual(kept)
})

test('what lay in the old store’s log comes along', () => {
  proves('F39')
  change(madeUp)
  const writer = new DatabaseSync(file)
  writer.exec("PRAGMA journal_mode = WAL; INSERT INTO meta VALUES ('late', 'yes')")
  const copy = join(place, 'copy')
  mkdirSync(copy)
  for (const name of ['sigma.db', 'sigma.db-wal']) cpSync(join(folder, name), join(copy, name))
  writer.close()
  migrate(copy, later)
  expect(existsSync(join(copy, 'sigma.db-wal'))).toBe(false)
  for (const name of ['sigma.db', formerFile]) {
    const sqlite = new DatabaseSync(join(copy, name))
    expect(sqlite.prepare("SELECT value FROM meta WHERE name = 'late'").get()).toEqual({ value: 'yes' })
    sqlite.close()
  }
})

test('a journal that was broken before is broken afterwards, at the same event', () => {
  change(`${madeUp};
    UPDATE events SET record = record || ' ' WHERE position & 0xffff = 5 AND position >> 32 = 4;
    UPDATE events SET hash = zeroblob(32) WHERE position & 0xffff = 7 AND position >> 32 = 2`)
  open(later).close()
  const reader = readerOver(openForReading(folder, later))
  expect(() => reader.intact('run-killed')).toThrow('event 5 does not fit its hash')
  expect(() => reader.intact('run-halted')).toThrow('event 7 does not fit its hash')
  expect(() => reader.intact('run-waiting')).not.toThrow()
})

test('a layout that this sigma cannot copy is refused, and stays as it is', () => {
  const before = readFileSync(file)
  const unknowing = { ...later, copies: new Map() }
  expect(() => open(unknowing)).toThrow('this sigma cannot read layout 1')
  expect(() => openForReading(folder, unknowing)).toThrow('this sigma cannot read layout 1')
  expect(readFileSync(file).equals(before)).toBe(true)
})
