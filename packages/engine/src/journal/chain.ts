/**
 * What proves a run's journal. Each event's hash covers its text, what followed from it, and the hash before it, so
 * that no event can be changed, dropped or added without every later hash telling; the first follows a hash of store
 * and run, so that no run passes for another.
 */

import { chainBroken, runUnknown } from '../errors.ts'
import { sha256 } from '../identity/canonical.ts'
import type { Database } from '../store/database.ts'
import { storeIdOf } from '../store/meta.ts'
import { eachAfter, hashAt, rowOf, type Stored } from './journal.ts'
import { type RunRow, refuseNewer } from './record.ts'

/** What a run's first event follows. */
export function genesisOf(store: string, { run, protocol, version, parent, parentAttempt }: RunRow): string {
  return sha256(['sigma', store, run, protocol, version, parent ?? '', parentAttempt ?? ''].join('\n'))
}

export function hashOf(previous: string, record: string, effects: string, disposition: string): string {
  return sha256(`${previous}\n${record}\n${effects}\n${disposition}`)
}

/**
 * Gives `take` the events after `since`, in order, each proved to follow the one before; of the one that `since` names
 * its own word is taken. Fails with `record-newer`, and with `chain-broken`, naming the first event that does not fit.
 */
export function eachProved(database: Database, row: RunRow, since: number, take: (proved: Stored) => void): void {
  let last = since
  let head = since === 0 ? genesisOf(storeIdOf(database), row) : (hashAt(database, row.number, since) ?? '')
  eachAfter(database, row, since, (stored) => {
    const { sequence, record, hash, effects, disposition } = stored
    last += 1
    if (sequence !== last || hash !== hashOf(head, record, effects, disposition)) {
      refuseNewer(row, last, record)
      throw chainBroken(row.run, last)
    }
    head = hash
    take(stored)
  })
}

/** Fails with `chain-broken`, naming the first event that does not fit. Returns the latest hash. */
export function verifyChain(database: Database, run: string): string {
  const row = rowOf(database, run)
  if (row === null) throw runUnknown(run)
  let head = ''
  eachProved(database, row, 0, ({ hash }) => {
    head = hash
  })
  return head
}
