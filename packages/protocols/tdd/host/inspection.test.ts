import { inspect, type Registered, registered } from '@sigma/engine'
import { readerOver, rowOf, text } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { noEffects } from '../../../engine/src/identity/canonical.ts'
import { genesisOf, hashOf } from '../../../engine/src/journal/chain.ts'
import { integer } from '../../../engine/src/store/columns.ts'
import { openForReading } from '../../../engine/src/store/readable.ts'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import { counted, inTier, seededChoice } from '../../../engine/src/testing/index.ts'
import { kits } from '../../kits.ts'
import { tdd } from '../machine/tdd.ts'
import { recordedProject } from '../testing/recorded-project.ts'

const proofOf = (folder: string, protocols: readonly Registered[] = kits) => inspect({ folder, protocols })
const faultOf = (folder: string, protocols: readonly Registered[] = kits): string | null =>
  proofOf(folder, protocols).runs[0]?.fault?.message ?? null

test('what was recorded is proved again: every event, every transition, and what is shown', async () => {
  proves('SIG-108', 'DPTR-124')
  using project = await recordedProject()
  expect(proofOf(project.folder)).toEqual({
    faults: [],
    runs: [{ run: 'run-1', events: 24, fault: null, unstepped: false }],
  })
  expect(proofOf(project.folder, [])).toMatchObject({ runs: [{ fault: null, unstepped: true }] })
})

/** Someone who knows how hashes are made: the chain is whole again after the change. */
function forge(file: string, change: string): void {
  const database = new DatabaseSync(file)
  database.exec(change)
  const reading = openForReading(file.replace(/\/sigma\.db$/, ''))
  const row = rowOf(reading, 'run-1')
  reading.close()
  if (row === null) throw new Error('There is no run.')
  const store = text(database.prepare("SELECT value FROM meta WHERE name = 'store'").get() ?? {}, 'value')
  let head = genesisOf(store, row)
  for (const event of database.prepare('SELECT *, lower(hex(effects)) AS hex FROM events ORDER BY position').all()) {
    const effects = event['effects'] === null ? noEffects : text(event, 'hex')
    head = hashOf(head, text(event, 'record'), effects, String(event['disposition'] ?? 'applied'))
    database
      .prepare('UPDATE events SET hash = ? WHERE position = ?')
      .run(Buffer.from(head, 'hex'), integer(event, 'position'))
  }
  database.close()
}

test.each([
  [
    'an answer that is not legal there, recorded as taken',
    `UPDATE events SET record = replace(record, '"code":"RC"', '"code":"PA"') WHERE position & 0xffff = 7`,
    'Replaying run-1, event 7 (answered C1.red.qa) is retried, and was recorded as applied;',
  ],
  [
    'a verdict that was turned round',
    `UPDATE events SET record = replace(record, '"verdict":"pass"', '"verdict":"fail"') WHERE position & 0xffff = 8`,
    'Replaying run-1, event 8 (judged C1.red.check) has other effects than were recorded;',
  ],
  [
    'a transition that was left out',
    'DELETE FROM events WHERE position & 0xffff = 7; UPDATE events SET position = position - 1 WHERE position & 0xffff > 7',
    'Replaying run-1, event 7 (judged C1.red.check) is late, and was recorded as applied;',
  ],
  [
    'an event that came too late, recorded as taken',
    'UPDATE events SET disposition = NULL WHERE position & 0xffff = 3',
    'Replaying run-1, event 3 (begun phase0) is noted, and was recorded as applied;',
  ],
])('a journal with %s fails, though its hashes fit', async (_what, change, said) => {
  proves('SIG-108', 'DPTR-124')
  using project = await recordedProject()
  forge(project.file, 'SELECT 1')
  expect(faultOf(project.folder)).toBeNull()
  forge(project.file, change)
  expect(faultOf(project.folder)).toContain(said)
})

test('a protocol that does something else today is named by the first entry that differs', async () => {
  proves('DPTR-124')
  using project = await recordedProject()
  const other = registered({
    ...tdd,
    step: (state, event) => (event.kind === 'integrated' ? { state, effects: [] } : tdd.step(state, event)),
  })
  expect(faultOf(project.folder, [other])).toMatch(
    /^Replaying run-1, event 22 \(integrated slice1\.integrate\) has other/,
  )
})

test.each([
  ['state', "UPDATE snapshots SET kernel = replace(kernel, 'completed', 'refused')"],
  ['status', "UPDATE runs SET status = 'running'"],
  ['verdicts', "UPDATE verdicts SET verdict = 'fail' WHERE sequence = 8"],
])('what is shown otherwise than it was recorded is named: %s', async (what, sql) => {
  using project = await recordedProject()
  const database = new DatabaseSync(project.file)
  database.exec(sql)
  database.close()
  expect(faultOf(project.folder)).toContain(`its ${what} was changed`)
})

const columns = ['position', 'record', 'effects', 'disposition', 'hash'] as const

/** Turns one bit of one column of one event; says which. */
function flip(database: DatabaseSync, pick: (question: string, among: number) => number): string {
  const positions = database.prepare('SELECT position FROM events').all()
  const position = integer(positions[pick('event', positions.length)] ?? {}, 'position')
  const column = columns[pick('column', columns.length)] ?? 'record'
  if (column === 'position') {
    const other = BigInt(position) ^ (1n << BigInt(pick('bit', 40)))
    database.exec(`UPDATE OR REPLACE events SET position = ${other} WHERE position = ${position}`)
    return `position ${position} to ${other}`
  }
  const read = database.prepare(`SELECT CAST(${column} AS BLOB) AS value FROM events WHERE position = ?`)
  const value = read.get(position)?.['value']
  const bytes = value instanceof Uint8Array ? Uint8Array.from(value) : Uint8Array.of(0)
  const at = pick('byte', bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << pick('bit', 8))
  const kind = column === 'record' || column === 'disposition' ? 'TEXT' : 'BLOB'
  database.prepare(`UPDATE events SET ${column} = CAST(? AS ${kind}) WHERE position = ?`).run(bytes, position)
  return `${column} of ${position}, byte ${at}`
}

const flips = inTier({ fast: 200, long: 2_000, verify: 20_000 })

test('no bit of the journal can be turned unseen', { timeout: 900_000 }, async () => {
  proves('F15')
  const seed = Date.now()
  const choice = seededChoice(seed)
  using project = await recordedProject()
  const database = new DatabaseSync(project.file)
  database.exec('PRAGMA synchronous = OFF; CREATE TEMP TABLE whole AS SELECT * FROM events')
  const unseen: string[] = []
  for (let nth = 0; nth < flips; nth += 1) {
    const what = flip(database, (question, among) => Math.floor(choice(`${nth} ${question}`) * among))
    if (isProved(project.folder)) unseen.push(what)
    database.exec('BEGIN; DELETE FROM events; INSERT INTO events SELECT * FROM whole; COMMIT')
  }
  database.close()
  expect(unseen, `seed ${seed}`).toEqual([])
  expect(isProved(project.folder)).toBe(true)
  counted('bits', flips)
})

function isProved(folder: string): boolean {
  const { faults, runs } = proofOf(folder)
  return faults.length === 0 && runs.every(({ fault }) => fault === null)
}

test('a Handoff, an output or a verdict’s evidence that was changed, or taken away, is named', async () => {
  proves('SIG-50')
  using project = await recordedProject()
  const { events } = readerOver(openForReading(project.folder))
  const change = (sql: string): string | null => {
    const database = new DatabaseSync(project.file)
    database.exec(sql)
    database.close()
    return faultOf(project.folder)
  }
  const recorded = JSON.stringify(events(project.run))
  for (const column of ['brief', 'output', 'evidence']) {
    const [, hash = ''] = new RegExp(`"${column}":"sha256:([0-9a-f]{64})"`).exec(recorded) ?? []
    const one = `FROM blobs WHERE hash = '${hash}'`
    change(`CREATE TABLE was AS SELECT * ${one}`)
    const changed = change(`UPDATE blobs SET content = CAST(content || 'x' AS BLOB) WHERE hash = '${hash}'`)
    expect(changed, column).toBe(`What is stored as sha256:${hash} was changed: it does not have that hash any more.`)
    expect(change(`DELETE ${one}`), column).toBe(`Nothing is stored as sha256:${hash}.`)
    expect(change('INSERT INTO blobs SELECT * FROM was; DROP TABLE was'), column).toBeNull()
  }
})
