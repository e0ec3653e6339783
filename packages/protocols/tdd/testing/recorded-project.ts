import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedHost, memoryWorld, openStore, seededIds, virtualClock } from '@sigma/engine/testing'
import { kits } from '../../kits.ts'
import { moved } from './playout.ts'
import { sampleRun } from './sample-run.ts'
import type { Judge } from './scripted-gates.ts'
import { scriptedPorts } from './scripted-ports.ts'

export interface RecordedProject extends Disposable {
  /** The data folder, on a real disk, with one run of the sample that has come to its end, or waits. */
  readonly folder: string
  readonly file: string
  readonly run: string
}

/** `judge`: what its gates say. */
export async function recordedProject(run = 'run-1', judge: Judge = () => 'pass'): Promise<RecordedProject> {
  const place = mkdtempSync(join(tmpdir(), 'sigma-recorded-'))
  const folder = join(place, '.sigma')
  const clock = virtualClock()
  const store = openStore({ folder, now: 0, command: 'sigma test' })
  const ports = scriptedPorts({ world: memoryWorld(), clock, ids: seededIds(1), judge })
  const host = embeddedHost(store, { protocols: kits, ports })
  host.start('tdd', sampleRun(), { run })
  await moved(host.settled(run), clock)
  await host.stop()
  return { folder, file: join(folder, 'sigma.db'), run, [Symbol.dispose]: () => rmSync(place, { recursive: true }) }
}
