import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errand, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { noCrashPoints } from '../host/crash-points.ts'
import { ledgerOf } from '../host/ledger.ts'
import { registered } from '../host/registered.ts'
import { verifyChain } from '../journal/chain.ts'
import { linesOf } from '../journal/journal.ts'
import { seededChoice, seededIds } from '../testing/seeded.ts'
import { counted, inTier, shareOf } from '../testing/tier.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { databaseOver } from './database.ts'
import { DatabaseSync } from './sqlite.ts'
import { openStore } from './store.ts'

const header = 32
const frame = 24 + 4096
const protocols = [registered(errand)]
const spec = (folder: string) => ({ folder, now: 0, command: 'sigma test' })

/** A log as a host leaves it that dies: the database, the log, and after how many bytes of it each event was there. */
function dyingHost(folder: string): { readonly log: Buffer; readonly lengths: readonly number[] } {
  const store = openStore(spec(folder))
  const ledger = ledgerOf({ store, protocols, clock: virtualClock(), ids: seededIds(1), crashPoints: noCrashPoints })
  const log = join(folder, 'sigma.db-wal')
  const lengths: number[] = []
  ledger.begin({ run: 'run-1', protocol: 'errand', version: 1, parent: null }, { tries: 2, retry: [] })
  for (let at = 1; at < 12; at += 1) {
    const event = { kind: 'called', call: `look-${at}`, verb: 'look', arguments: {}, caller: 'ann' } as const
    ledger.record('run-1', event, { key: `key-${at}`, attempt: null, caller: 'ann' })
    lengths.push(readFileSync(log).length)
  }
  mkdirSync(`${folder}.dead`)
  for (const name of ['sigma.db', 'sigma.db-wal']) cpSync(join(folder, name), join(`${folder}.dead`, name))
  store.close()
  return { log: readFileSync(join(`${folder}.dead`, 'sigma.db-wal')), lengths }
}

test('a log that ends anywhere gives the events that it holds whole, and nothing of the next', {
  timeout: 3_300_000,
}, () => {
  proves('F2')
  const place = mkdtempSync(join(tmpdir(), 'sigma-torn-'))
  const folder = join(place, '.sigma')
  const { log, lengths } = dyingHost(folder)
  const choice = seededChoice(Date.now())
  const frames = Array.from({ length: Math.floor((log.length - header) / frame) }, (_, at) => header + at * frame)
  const within = frames.flatMap((start) => [start + 1, start + 23, start + 24 + Math.floor(choice(`${start}`) * 4_000)])
  const every = shareOf(log.length)
  const some = [...frames, ...within.filter((_, at) => at % 5 === 0)]
  const cuts = [...inTier({ fast: some, long: within, verify: every }), log.length]
  for (const cut of cuts) {
    const again = join(place, 'again')
    rmSync(again, { recursive: true, force: true })
    cpSync(`${folder}.dead`, again, { recursive: true })
    writeFileSync(join(again, 'sigma.db-wal'), log.subarray(0, cut))
    const whole = lengths.filter((length) => length <= cut).length
    const found = recovered(again)
    expect(found, `cut at ${cut}`).toBeGreaterThanOrEqual(whole === 0 ? 0 : whole + 1)
    expect(found, `cut at ${cut}`).toBeLessThanOrEqual(whole + 1)
  }
  rmSync(place, { recursive: true })
  counted('places', cuts.length)
})

/** How many events are there, each proved to follow the one before. */
function recovered(folder: string): number {
  const database = databaseOver(new DatabaseSync(join(folder, 'sigma.db')))
  const events = linesOf(database, 'run-1').length
  if (events > 0) verifyChain(database, 'run-1')
  database.close()
  return events
}
