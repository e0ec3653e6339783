import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { storeFull } from '../errors.ts'
import { openForReading } from './readable.ts'
import { DatabaseSync } from './sqlite.ts'
import { openStore } from './store.ts'

const home = mkdtempSync(join(tmpdir(), 'sigma-cut-off-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a store that was being laid out when its sigma died is taken for one that is not there yet', () => {
  proves('F12')
  const folder = mkdtempSync(join(home, 'a-'))
  const file = join(folder, 'sigma.db')
  // A transaction in the old way of SQLite, copied while it is under way: a journal to be undone lies beside the file.
  const living = join(folder, 'living.db')
  const sqlite = new DatabaseSync(living)
  sqlite.exec('CREATE TABLE old (text TEXT); PRAGMA cache_size = 1; BEGIN; CREATE TABLE new (text TEXT)')
  for (let row = 0; row < 200; row += 1) sqlite.prepare('INSERT INTO new VALUES (?)').run('x'.repeat(1_000))
  copyFileSync(`${living}-journal`, `${file}-journal`)
  copyFileSync(living, file)
  sqlite.close()
  expect(() => openForReading(folder)).toThrow('nothing recorded')
  expect(existsSync(`${file}-journal`)).toBe(false)
})

test('a store that failed is closed as it stands: nothing is written to it or synced any more', () => {
  proves('F13')
  const folder = mkdtempSync(join(home, 'b-'))
  const spec = { folder, now: 0, command: 'sigma' }
  const file = join(folder, 'sigma.db')
  const store = openStore(spec)
  store.write(() => store.database.run("INSERT INTO meta VALUES ('test', 'kept')"))
  const before = [file, `${file}-wal`].map((path) => statSync(path).mtimeMs)
  store.database.poison(storeFull(null))
  store.close()
  expect([file, `${file}-wal`].map((path) => statSync(path).mtimeMs)).toEqual(before)
  const next = openStore(spec)
  expect(next.database.get("SELECT value FROM meta WHERE name = 'test'")).toEqual({ value: 'kept' })
  next.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})
