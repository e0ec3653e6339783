import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReader } from '../views/reader.ts'
import { failureOf } from './database.ts'
import { openForReading } from './readable.ts'
import { layOut } from './schema.ts'
import { DatabaseSync } from './sqlite.ts'
import { openStore, type Store, storeOver } from './store.ts'

let parent = ''
let folder = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'sigma-store-'))
  folder = join(parent, '.sigma')
})
afterEach(() => rmSync(parent, { recursive: true }))

const open = () => openStore({ folder, now: 0, command: 'sigma test' })

test('the data folder ignores itself and is its owner’s alone', () => {
  const store = open()
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'sigma.db')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'holder.json')).mode & 0o777).toBe(0o600)
  store.close()
  expect(existsSync(join(folder, 'holder.json'))).toBe(false)
})

test('every host has an epoch of its own, and all have one secret', () => {
  const first = open()
  const { epoch, secret } = first
  first.close()
  const later = open()
  expect(later.epoch).toBe(epoch + 1)
  expect(Buffer.from(later.secret).equals(Buffer.from(secret))).toBe(true)
  expect(secret).toHaveLength(32)
  later.close()
})

test('a store of a later version is refused with both versions, and nothing is touched', () => {
  proves('F38')
  open().close()
  const file = join(folder, 'sigma.db')
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA user_version = 7; PRAGMA application_id = 0x53670007; PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
  const before = [readFileSync(file), readdirSync(folder)]
  expect(open).toThrow('The data folder has version 7; this sigma knows versions up to 1.')
  expect([readFileSync(file), readdirSync(folder)]).toEqual(before)
  expect(() => openForReading(folder)).toThrow('has version 7')
})

test('a store of a later version that says so is shown, and not written', () => {
  proves('F38')
  open().close()
  const sqlite = new DatabaseSync(join(folder, 'sigma.db'))
  sqlite.exec('PRAGMA user_version = 7; PRAGMA application_id = 0x53670001; PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
  using reader = openReader({ folder })
  expect(reader.runs()).toEqual([])
  expect(open).toThrow('The data folder has version 7; this sigma knows versions up to 1.')
})

test('a file that is no store is named as broken', () => {
  open().close()
  writeFileSync(
    join(folder, 'sigma.db'),
    'no database at all, but long enough to be looked at as if it were one: '.repeat(9),
  )
  expect(open).toThrow(expect.objectContaining({ code: 'store-broken', hint: 'mv .sigma .sigma.broken' }))
  expect(() => openReader({ folder }).runs()).toThrow(expect.objectContaining({ code: 'store-broken' }))
})

test('a host whose store was taken by a later one writes nothing any more', () => {
  const sqlite = new DatabaseSync(':memory:')
  layOut(sqlite)
  const [first, second] = [storeOver(sqlite), storeOver(sqlite)]
  const note = (store: Store) => store.write(() => store.database.run("INSERT INTO meta VALUES ('note', 'x')"))
  expect(() => note(first)).toThrow(expect.objectContaining({ code: 'store-taken' }))
  expect(() => first.database.all('SELECT 1')).toThrow(expect.objectContaining({ code: 'store-taken' }))
  note(second)
  expect(second.database.all("SELECT * FROM meta WHERE name = 'note'")).toHaveLength(1)
})

test('a folder that cannot be written is refused', () => {
  open().close()
  chmodSync(join(folder, 'sigma.db'), 0o400)
  if (process.getuid?.() !== 0)
    expect(open).toThrow(expect.objectContaining({ code: 'store-broken', hint: 'ls -la .sigma' }))
  expect(existsSync(join(folder, 'sigma.db'))).toBe(true)
})

test('what is put as a blob is there under its hash, once', () => {
  const store = open()
  const ref = store.blobs.put('ä')
  expect(store.blobs.put(Buffer.from('ä'))).toBe(ref)
  expect(Buffer.from(store.blobs.get(ref)).toString()).toBe('ä')
  expect(() => store.blobs.get('sha256:0')).toThrow('Nothing is stored as sha256:0.')
  expect(store.database.all('SELECT hash FROM blobs')).toHaveLength(1)
  store.close()
})

test('a reader needs a store, and no lock', () => {
  expect(() => openReader({ folder })).toThrow(expect.objectContaining({ code: 'store-missing' }))
  const store = open()
  using reader = openReader({ folder })
  expect(reader.runs()).toEqual([])
  store.close()
})

test('a disk that is full when the store is opened is named as that', () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  expect(failureOf(full)).toMatchObject({ code: 'store-full', hint: 'df -h .sigma' })
})

test('after one failure the store takes and gives nothing any more', () => {
  const { database, blobs, close } = open()
  database.run('PRAGMA max_page_count = 30')
  expect(() => blobs.put('x'.repeat(200_000))).toThrow(expect.objectContaining({ code: 'store-full' }))
  expect(() => blobs.put('y')).toThrow(expect.objectContaining({ code: 'store-full' }))
  expect(() => database.all('SELECT 1')).toThrow(expect.objectContaining({ code: 'store-full' }))
  close()
})
