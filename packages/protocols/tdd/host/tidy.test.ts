import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect, openReader, openTidying, runSizes } from '@sigma/engine'
import { openStore } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { dropBlobs, dropRun, sizesOf } from '../../../engine/src/journal/tidying.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import type { Store } from '../../../engine/src/store/store.ts'
import { kits } from '../../kits.ts'
import { recordedProject } from '../testing/recorded-project.ts'

const spec = (folder: string) => ({ folder, now: Date.UTC(2027, 0, 1), command: 'sigma test' })
const proofOf = (folder: string) => inspect({ folder, protocols: kits })

function opened<Result>(folder: string, work: (store: Store) => Result): Result {
  const store = openStore(spec(folder))
  try {
    return work(store)
  } finally {
    store.close()
  }
}

/** What a run in another state looks like to the store. */
function changed(file: string, sql: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(sql)
  sqlite.close()
}

test('a run that is over goes whole, and its id is never another’s', async () => {
  using project = await recordedProject()
  opened(project.folder, ({ blobs }) => blobs.put('x'.repeat(300_000)))
  writeFileSync(join(project.folder, 'sigma.db.former'), 'the store before')
  const size = statSync(project.file).size
  expect(runSizes(project.folder)).toMatchObject([{ run: 'run-1', over: true }])
  {
    using tidying = openTidying(spec(project.folder))
    tidying.drop('run-1')
    expect(tidying.sweep()).toBeGreaterThan(0)
    tidying.forgetFormer()
  }
  expect(statSync(project.file).size).toBeLessThan(size - 300_000)
  expect(existsSync(join(project.folder, 'sigma.db.former'))).toBe(false)
  expect(proofOf(project.folder)).toEqual({ faults: [], runs: [] })
  using reader = openReader({ folder: project.folder })
  expect([reader.runs(), reader.run('run-1'), reader.dropped()]).toEqual([[], null, ['run-1']])
  opened(project.folder, ({ database }) => {
    const left = ['events', 'snapshots', 'notes', 'verdicts', 'outbox', 'timers', 'blobs'].filter(
      (table) => database.get(`SELECT 1 FROM ${table}`) !== undefined,
    )
    expect(left).toEqual([])
    expect(database.get('SELECT run, events, dropped FROM tombstones')).toEqual({
      run: 'run-1',
      events: 24,
      dropped: '2027-01-01T00:00:00.000Z',
    })
  })
})

test.each([
  ['is open', "UPDATE runs SET status = 'running'"],
  ['has an end that is not delivered', "INSERT INTO outbox (run, attempt) VALUES ('run-1', 'finish')"],
  [
    'has a child that is open',
    "INSERT INTO runs SELECT 2, 'run-2', protocol, version, 'run-1', 'x@1', 'running', NULL, NULL, about FROM runs; INSERT INTO events SELECT position + (1 << 32), record, effects, disposition, hash FROM events",
  ],
])('a run that %s stays, whatever its age', async (_why, sql) => {
  using project = await recordedProject()
  changed(project.file, sql)
  opened(project.folder, (store) => {
    expect(sizesOf(store.database).map(({ over }) => over)).not.toContain(true)
    expect(() => dropRun(store, 'run-1', '')).toThrow('run-1 is not over')
  })
  using tidying = openTidying(spec(project.folder))
  expect(tidying.sizes()).toMatchObject(tidying.sizes().map(() => ({ family: 'run-1', over: false })))
  expect(() => tidying.drop('run-1')).toThrow('run-1 is not over')
})

test('commits that the rest of the journal names are known', async () => {
  using project = await recordedProject()
  using tidying = openTidying(spec(project.folder))
  const named = tidying.commits()
  expect(named.size).toBeGreaterThan(0)
  tidying.drop('run-1')
  expect(tidying.commits().size).toBe(0)
})

test('a blob stays while anything names it, also through another blob', async () => {
  using project = await recordedProject()
  opened(project.folder, (store) => {
    const leaf = store.blobs.put('leaf')
    const stem = store.blobs.put(`see ${leaf}`)
    const loose = store.blobs.put('loose')
    store.write(() => store.database.run("INSERT INTO meta VALUES ('test', ?)", `see ${stem}`))
    const { runs } = proofOf(project.folder)
    expect(dropBlobs(store)).toBe(1)
    expect(Buffer.from(store.blobs.get(leaf)).toString()).toBe('leaf')
    expect(() => store.blobs.get(loose)).toThrow('Nothing is stored')
    for (const { evidence } of openReader({ folder: project.folder }).verdicts('run-1')) store.blobs.get(evidence)
    expect(proofOf(project.folder).runs).toEqual(runs)
  })
})

test('who dies while a run is dropped has dropped it wholly, or not at all', async () => {
  using project = await recordedProject()
  const store = openStore(spec(project.folder))
  store.database.run("CREATE TRIGGER dies BEFORE DELETE ON notes BEGIN SELECT RAISE(FAIL, 'killed'); END")
  store.database.run("CREATE TRIGGER dies_too BEFORE DELETE ON runs BEGIN SELECT RAISE(FAIL, 'killed'); END")
  expect(() => dropRun(store, 'run-1', '')).toThrow('killed')
  store.close()
  changed(project.file, 'DROP TRIGGER dies; DROP TRIGGER dies_too')
  expect(proofOf(project.folder)).toMatchObject({ faults: [], runs: [{ run: 'run-1', fault: null }] })
})
