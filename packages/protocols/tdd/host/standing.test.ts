import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adoptStore, inspect, openReader } from '@sigma/engine'
import { openStore } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { readHeads } from '../../../engine/src/store/heads.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import { kits } from '../../kits.ts'
import { recordedProject } from '../testing/recorded-project.ts'

const spec = (folder: string) => ({ folder, now: 0, command: 'sigma test' })
const open = (folder: string): void => openStore(spec(folder)).close()
const faultsOf = (folder: string): readonly string[] => {
  const { faults, runs } = inspect({ folder, protocols: kits })
  return [...faults, ...runs.flatMap(({ fault }) => fault ?? [])].map(({ code }) => code)
}

function changed(file: string, sql: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(sql)
  sqlite.close()
}

test('a store that was moved is at home; a copy, or one put back from an archive, is read and not written', async () => {
  proves('T45')
  using project = await recordedProject()
  const moved = join(dirname(project.folder), 'moved')
  renameSync(project.folder, moved)
  open(moved)
  cpSync(moved, project.folder, { recursive: true })
  expect(() => open(project.folder)).toThrow(expect.objectContaining({ code: 'store-foreign' }))
  expect(faultsOf(project.folder)).toEqual(['store-foreign'])
  using reader = openReader({ folder: project.folder })
  expect(reader.result(project.run)).toMatchObject({ outcome: 'completed' })
  rmSync(moved, { recursive: true })
  cpSync(project.folder, moved, { recursive: true })
  expect(() => open(moved)).toThrow('was not made here')
})

test('a person can take over a store from elsewhere; tokens of the other are worth nothing here', async () => {
  proves('T45')
  using project = await recordedProject()
  const copy = join(dirname(project.folder), 'copy')
  cpSync(project.folder, copy, { recursive: true })
  const first = openStore(spec(project.folder))
  adoptStore(spec(copy))
  const second = openStore(spec(copy))
  expect(Buffer.from(second.secret).equals(Buffer.from(first.secret))).toBe(false)
  first.close()
  second.close()
  expect([faultsOf(copy), faultsOf(project.folder)]).toEqual([[], []])
})

test('a run that is carried into another store, or renamed, fits its first hash no more', async () => {
  proves('T45')
  using project = await recordedProject()
  using other = await recordedProject('run-2')
  changed(
    other.file,
    `ATTACH '${project.file}' AS theirs; DELETE FROM events; INSERT INTO events SELECT * FROM theirs.events`,
  )
  expect(faultsOf(other.folder)).toContain('chain-broken')
  changed(project.file, "UPDATE runs SET run = 'run-9'")
  expect(faultsOf(project.folder)).toEqual(['chain-broken'])
})

test('a journal that was cut, or an older one in its place, is said at opening, and not written until a person says so', async () => {
  proves('T46')
  using project = await recordedProject()
  const last = readHeads(project.folder)?.heads[0]?.sequence ?? 0
  changed(project.file, `DELETE FROM events WHERE position & 0xffff > ${last - 2}`)
  const code = 'store-rolled-back'
  const message = `The journal of run-1 was cut, or an older one put in its place: event ${last} was recorded, and is not there as it was.`
  expect(() => open(project.folder)).toThrow(expect.objectContaining({ code, message }))
  expect(faultsOf(project.folder)).toContain(code)
  adoptStore(spec(project.folder))
  open(project.folder)
})

test('a whole file of yesterday is known by its heads', async () => {
  proves('T46')
  using project = await recordedProject()
  const yesterday = join(dirname(project.folder), 'yesterday')
  cpSync(project.file, yesterday)
  const store = openStore(spec(project.folder))
  store.write(() => store.database.run("INSERT INTO events VALUES (8589934593, '[]', NULL, NULL, zeroblob(32))"))
  store.reached(2, 1, '0'.repeat(64))
  store.close()
  open(project.folder)
  cpSync(yesterday, project.file)
  expect(() => open(project.folder)).toThrow('The journal of run number 2 was cut')
})

test('heads that are missing keep a store from being written; torn ones are named, and written anew', async () => {
  proves('T46')
  using project = await recordedProject()
  const heads = join(project.folder, 'heads')
  const text = readFileSync(heads, 'utf8')
  writeFileSync(heads, text.replace(/^1 \d+/, '1 3'))
  expect(inspect({ folder: project.folder, protocols: kits })).toMatchObject({
    faults: [{ message: 'Whether the journal is whole cannot be told: .sigma/heads was changed.' }],
  })
  open(project.folder)
  expect([readFileSync(heads, 'utf8'), faultsOf(project.folder)]).toEqual([text, []])
  rmSync(heads)
  expect(() => open(project.folder)).toThrow('.sigma/heads is missing')
  expect(faultsOf(project.folder)).toEqual(['store-unproved'])
  expect(existsSync(heads)).toBe(false)
})

test('what a power cut takes from the heads is nothing that the journal lacks', async () => {
  proves('F9')
  using project = await recordedProject()
  writeFileSync(join(project.folder, 'heads'), Buffer.alloc(128))
  open(project.folder)
  expect(readHeads(project.folder)).toEqual({ heads: [], damaged: 0 })
})

test('a store whose file is taken away while it is used takes nothing any more', async () => {
  proves('F18')
  using project = await recordedProject()
  const store = openStore(spec(project.folder))
  rmSync(project.file)
  expect(() => store.write(() => undefined)).toThrow('it was moved or removed while it was in use')
  expect(() => store.database.all('SELECT 1')).toThrow(expect.objectContaining({ code: 'store-broken' }))
  store.close()
})
