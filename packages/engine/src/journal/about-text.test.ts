import type { Protocol } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { noCrashPoints } from '../host/crash-points.ts'
import { ledgerOf } from '../host/ledger.ts'
import { type Registered, registered } from '../host/registered.ts'
import { aboutNothing } from '../kit/about.ts'
import type { Store } from '../store/store.ts'
import { memoryDisk } from '../testing/memory-store.ts'
import { seededIds } from '../testing/seeded.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { readerOver } from '../views/reader.ts'

interface Walk {
  readonly route: string
}

const walk: Protocol<Walk, { readonly kind: 'walking' }> = {
  name: 'walk',
  version: 1,
  input: z.object({ route: z.string() }),
  calls: () => [],
  start: () => ({ state: { kind: 'walking' }, effects: [] }),
  step: (state) => ({ state, effects: [] }),
}
const map = { called: 'map', path: 'maps/coast.md', blob: 'sha256:1' }
const walks: readonly Registered[] = [
  registered(walk, ({ route }) => ({ ...aboutNothing, subject: route, documents: [map] })),
]

function begun(): Store {
  const store = memoryDisk().open()
  const ledger = ledgerOf({
    store,
    protocols: walks,
    clock: virtualClock(),
    ids: seededIds(1),
    crashPoints: noCrashPoints,
  })
  ledger.begin({ run: 'run-1', protocol: 'walk', version: 1, parent: null }, { route: 'coast' })
  return store
}

test('what a run is about is told without its protocol', () => {
  const reader = readerOver(begun().database)
  expect(reader.run('run-1')).toMatchObject({ subject: 'coast', documents: [map] })
  expect(reader.behind()).toEqual([])
})

test.each(['', '{', 'null', '{"subject":1,"documents":[]}', '{"subject":"coast"}'])(
  'what cannot be read is a broken store, and said so: %j',
  (text) => {
    const { database } = begun()
    database.run('UPDATE runs SET about = ?', text)
    expect(() => readerOver(database).run('run-1')).toThrow('what run-1 is about cannot be read')
  },
)
