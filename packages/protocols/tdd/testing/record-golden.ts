/**
 * Records the golden store that tests open: runs that are over, halted, waiting, and cut off in the middle of a turn.
 * `node record-golden.ts <new folder>`; what it leaves there replaces the folder in `host/golden`. Once a release has
 * written this layout, its golden store is never recorded anew.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedHost, openStore, seededIds, storedWorld, virtualClock } from '@sigma/engine/testing'
import { DatabaseSync } from '../../../engine/src/store/sqlite.ts'
import { kits } from '../../kits.ts'
import { moved } from './playout.ts'
import { sampleRun } from './sample-run.ts'
import type { Script } from './scripted-agents.ts'
import { scriptedPorts } from './scripted-ports.ts'
import { honest } from './scripts.ts'

const [target = ''] = process.argv.slice(2)
const folder = join(target, '.sigma')
mkdirSync(folder, { recursive: true })
const [world, clock] = [storedWorld(join(target, 'world.json')), virtualClock()]

const script: Script = (told) => {
  const { request, phase, cycle } = told
  if (phase !== 'GREEN') return honest(told)
  if (request.run === 'run-halted' && cycle === 2) return { failure: 'crash' }
  if (request.run === 'run-waiting') return { code: 'BL', message: 'I need to know which currency.' }
  if (request.run === 'run-killed' && cycle === 3) return die()
  return honest(told)
}

/** The host's own connection still holds the log: what is kept is a copy, with the log taken in. */
function die(): never {
  for (const name of ['sigma.db', 'sigma.db-wal', 'heads']) copyFileSync(join(folder, name), join(target, name))
  const copy = new DatabaseSync(join(target, 'sigma.db'))
  copy.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM')
  copy.close()
  process.exit()
}

const store = openStore({ folder, now: 0, command: 'sigma test' })
const ports = scriptedPorts({ world, clock, ids: seededIds(1), script })
const host = embeddedHost(store, { protocols: kits, ports })
for (const [run, batches] of [
  ['run-finished', [1]],
  ['run-halted', [2, 1]],
  ['run-waiting', [1]],
  ['run-killed', [2, 1]],
] as const) {
  host.start('tdd', sampleRun({ batches }), { run })
  await moved(host.settled(run), clock)
}
