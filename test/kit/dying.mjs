/** Loaded by Node before a sigma that is to die as by kill -9: `?at=after commit&event=7` once event 7 of a run is on disk. */
import { noCrashPoints } from '../../packages/engine/src/host/crash-points.ts'

const asked = new URL(import.meta.url).searchParams
const [at, event] = [asked.get('at'), asked.get('event')]

noCrashPoints.reach = (point) => {
  const [, sequence] = point.what.split(' ')
  if (point.at === at && sequence === event) process.kill(process.pid, 'SIGKILL')
}
