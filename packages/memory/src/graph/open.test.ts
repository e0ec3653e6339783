import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@sigma/engine/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { graphFile, openGraph } from './open.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-memory-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const opened = (more: { readonly mustExist?: true; readonly waitMs?: number } = {}) =>
  openGraph({ folder, now: () => 0, ...more })
const file = () => join(folder, graphFile)
const entity = (name: string, ...observations: readonly string[]) => ({ name, entityType: 't', observations })
const coded = (code: string) => expect.objectContaining({ code })

test('its folder and file are for their owner alone, and git ignores them', () => {
  folder = join(folder, 'data')
  opened().close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
})

test('where nothing was remembered, who only reads makes nothing', () => {
  expect(() => opened({ mustExist: true })).toThrow(coded('memory-missing'))
  expect(readdirSync(folder)).toEqual([])
})

test('a memory of a later version is refused, and left as it is', () => {
  const later = new DatabaseSync(file())
  later.exec('CREATE TABLE other (a); PRAGMA user_version = 2')
  later.close()
  const before = readFileSync(file())
  expect(() => opened()).toThrow(coded('memory-newer'))
  expect(readFileSync(file()).equals(before)).toBe(true)
})

test('a file that is no memory is refused, and left as it is', () => {
  writeFileSync(file(), 'no database at all, but long enough to be looked at\n'.repeat(100))
  expect(() => opened()).toThrow(coded('memory-broken'))
  expect(readFileSync(file(), 'utf8')).toContain('no database at all')
})

test('while another process does not let go of it a call changes nothing, and the next one goes on', () => {
  using graph = { ...opened({ waitMs: 20 }), [Symbol.dispose]: () => graph.close() }
  graph.createEntities([entity('a')], 'me')
  const other = new DatabaseSync(file())
  other.exec('BEGIN IMMEDIATE')
  expect(() => graph.createEntities([entity('b')], 'me')).toThrow(coded('memory-busy'))
  expect(graph.open(['a', 'b']).entities).toEqual([entity('a')])
  other.exec('ROLLBACK')
  other.close()
  graph.createEntities([entity('b')], 'me')
  expect(graph.count().entities).toBe(2)
})

test('what a call cannot do whole it does not do at all', () => {
  const graph = opened()
  graph.createEntities([entity('a', 'one')], 'me')
  const additions = [
    { entityName: 'a', contents: ['two'] },
    { entityName: 'nobody', contents: ['three'] },
  ]
  expect(() => graph.addObservations(additions, 'me')).toThrow(coded('entity-unknown'))
  expect(graph.read().entities).toEqual([entity('a', 'one')])
  graph.close()
})

test('what was forgotten stands in no file any more', () => {
  const graph = opened()
  const secret = 'a secret that nobody may find'
  graph.createEntities([entity('kept', 'something else'), entity('gone', secret, `${secret}, twice`)], 'me')
  graph.deleteEntities(['gone'])
  graph.scrub()
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'latin1')).not.toContain('secret')
  expect(graph.search('something').entities).toEqual([entity('kept', 'something else')])
  expect(graph.search('secret').entities).toEqual([])
  graph.close()
})

test('many processes that open it first make one memory', () => {
  const graphs = Array.from({ length: 8 }, () => opened())
  for (const [at, graph] of graphs.entries()) graph.createEntities([entity(`e${at}`)], 'me')
  for (const graph of graphs) expect(graph.count().entities).toBe(8)
  for (const graph of graphs) graph.close()
  expect(existsSync(`${file()}-wal`)).toBe(false)
})

test('it is noticed that the file was removed, or another one put in its place', () => {
  const graph = opened()
  expect(graph.isThere()).toBe(true)
  rmSync(file())
  expect(graph.isThere()).toBe(false)
  const later = opened()
  expect([graph.isThere(), later.isThere()]).toEqual([false, true])
  later.close()
})

test('a link in its place, and a database of something else, are refused and left', () => {
  const elsewhere = join(folder, 'elsewhere.db')
  symlinkSync(elsewhere, file())
  expect(() => opened()).toThrow(coded('memory-broken'))
  expect(existsSync(elsewhere)).toBe(false)
  rmSync(file())
  const other = new DatabaseSync(file())
  other.exec('CREATE TABLE entities (a)')
  other.close()
  expect(() => opened()).toThrow(/it is a database of something else/)
})

test('who may only read it reads it', () => {
  const graph = opened()
  graph.createEntities([entity('a', 'one')], 'me')
  graph.close()
  chmodSync(folder, 0o755)
  chmodSync(file(), 0o444)
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    const reading = opened({ mustExist: true })
    expect(reading.search('ONE').entities).toEqual([entity('a', 'one')])
    expect(() => reading.createEntities([entity('b')], 'me')).toThrow(coded('memory-broken'))
    reading.close()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})
