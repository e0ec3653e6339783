import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Host } from '@sigma/engine'
import { openReader } from '@sigma/engine'
import {
  embeddedHost,
  noSeam,
  openStore,
  seededIds,
  storedWorld,
  type VirtualClock,
  virtualClock,
} from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layoutOf } from '../../../engine/src/store/header.ts'
import { readHeads } from '../../../engine/src/store/heads.ts'
import { formerFile, migrate } from '../../../engine/src/store/migration.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import { kits } from '../../kits.ts'
import { moved } from '../testing/playout.ts'
import { keepSampleDocuments } from '../testing/sample-run.ts'
import { scriptedAgents } from '../testing/scripted-agents.ts'
import { scriptedGates } from '../testing/scripted-gates.ts'
import { honest } from '../testing/scripts.ts'

/** Made by the last sigma that wrote layout 1: runs that were finished, halted, waiting, and killed in the middle. */
const golden = fileURLToPath(new URL('./golden/layout-1/', import.meta.url))

let place = ''
let folder = ''
let file = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sigma-golden-'))
  folder = join(place, '.sigma')
  file = join(folder, 'sigma.db')
  lay()
})
afterEach(() => rmSync(place, { recursive: true }))

function lay(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  cpSync(join(golden, 'sigma.db'), file)
  cpSync(join(golden, 'world.json'), join(place, 'world.json'))
  chmodSync(file, 0o600)
}

function host(clock: VirtualClock): Host {
  const world = storedWorld(join(place, 'world.json'))
  const store = openStore({ folder, now: 0, command: 'sigma test' })
  const spec = {
    folder,
    protocols: kits,
    ports: (blobs: Parameters<typeof keepSampleDocuments>[0]) => {
      keepSampleDocuments(blobs)
      const agents = scriptedAgents({ world, blobs, script: honest, clock })
      const gates = scriptedGates(blobs, () => 'pass')
      return { clock, ids: seededIds(store.epoch), agents, gates, workspaces: world.ports(blobs) }
    },
  }
  return embeddedHost(store, spec, noSeam)
}

test('runs that were open when their sigma was replaced by this one come to their ends', async () => {
  proves('F39', 'SIG-34')
  const clock = virtualClock()
  const later = host(clock)
  const { reader } = later
  for (const { run } of reader.runs()) reader.verify(run, kits)
  expect(reader.inbox().map(({ id }) => id)).toEqual([
    'run-halted/C2.green.dev.decision',
    'run-waiting/C1.green.dev.decision',
  ])
  later.decide('run-halted', 'resume', null, 'ann')
  later.decide('run-waiting', 'extend', null, 'ann')
  later.resume()
  for (const run of ['run-finished', 'run-halted', 'run-waiting', 'run-killed']) {
    const { result } = await moved(later.settled(run), clock)
    expect([run, result.outcome, result.delivered?.branch]).toEqual([run, 'completed', `sigma/${run}`])
    reader.verify(run, kits)
  }
  const schemas = new Set(reader.events('run-killed').map(({ envelope }) => envelope.schema))
  expect(schemas).toEqual(new Set([1, 2]))
  await later.stop()
  expect(layoutOf(file)).toBe(2)
  expect(layoutOf(join(folder, formerFile))).toBe(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  openStore({ folder, now: 0, command: 'sigma test' }).close()
})

test('a reader shows an older store as it stands, and leaves it as it is', () => {
  proves('F39')
  const before = readFileSync(file)
  using reader = openReader({ folder })
  expect(reader.runs().map(({ run, status, events }) => [run, status, events])).toEqual([
    ['run-killed', 'running', 41],
    ['run-waiting', 'running', 9],
    ['run-halted', 'running', 15],
    ['run-finished', 'ended', 22],
  ])
  expect(reader.result('run-halted')).toMatchObject({ outcome: 'halted' })
  for (const { run } of reader.runs()) reader.verify(run, kits)
  expect(readFileSync(file).equals(before)).toBe(true)
})

const steps: readonly string[] = ((): readonly string[] => {
  const seen: string[] = []
  place = mkdtempSync(join(tmpdir(), 'sigma-golden-'))
  folder = join(place, '.sigma')
  file = join(folder, 'sigma.db')
  lay()
  migrate(folder, (step) => seen.push(step))
  rmSync(place, { recursive: true })
  return seen
})()

test.each(steps)('who dies when %s leaves the old store or the new, whole', (step) => {
  proves('F39')
  expect(() =>
    migrate(folder, (reached) => {
      if (reached === step) throw new Error('Killed.')
    }),
  ).toThrow('Killed.')
  const layout = layoutOf(file)
  expect(layout).toBe(step === 'the new file is in place' ? 2 : 1)
  using reader = openReader({ folder })
  for (const { run } of reader.runs()) reader.verify(run, kits)
  openStore({ folder, now: 0, command: 'sigma test' }).close()
  expect(layoutOf(file)).toBe(2)
  expect(existsSync(`${file}.new`)).toBe(false)
  expect(readHeads(folder)).toMatchObject({ damaged: 0, heads: [{ sequence: 22 }, {}, {}, { sequence: 41 }] })
})

test('what lay in the old store’s log comes along', () => {
  proves('F39')
  const writer = new DatabaseSync(file)
  writer.exec("PRAGMA journal_mode = WAL; INSERT INTO meta VALUES ('late', 'yes')")
  const copy = join(place, 'copy')
  mkdirSync(copy)
  for (const name of ['sigma.db', 'sigma.db-wal']) cpSync(join(folder, name), join(copy, name))
  writer.close()
  const { database, close } = openStore({ folder: copy, now: 0, command: 'sigma test' })
  expect(database.get("SELECT value FROM meta WHERE name = 'late'")).toEqual({ value: 'yes' })
  close()
})

test('a journal that was broken before is broken afterwards, at the same event', () => {
  const old = new DatabaseSync(file)
  old.exec("UPDATE events SET json = json || ' ' WHERE run = 'run-killed' AND sequence = 5")
  old.exec("UPDATE events SET hash = 'none' WHERE run = 'run-halted' AND sequence = 7")
  old.close()
  const store = openStore({ folder, now: 0, command: 'sigma test' })
  store.close()
  using reader = openReader({ folder })
  expect(() => reader.intact('run-killed')).toThrow('event 5 does not fit its hash')
  expect(() => reader.intact('run-halted')).toThrow('event 7 does not fit its hash')
  expect(() => reader.intact('run-waiting')).not.toThrow()
})
