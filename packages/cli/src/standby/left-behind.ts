/** Leaves a host behind that stands by for the next commands of the same kind. */
import { startBackground } from '../hosting/background.ts'
import { isAgents } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'

/** The command that such a host plays, as an argument of `serve`. */
const standbyFlag = '--standby'

/**
 * Only where this process had the project itself, and no host stands by again once it is over; one that cannot be left
 * behind is missed by nobody but the clock.
 * A configuration that is a program is read once a process, so nobody would notice that it changed.
 */
export function leaveStandby(world: World, project: Project, returning: number | null): void {
  const { config, configFile } = project
  const isUseful = config.limits.standby !== null && configFile?.endsWith('.ts') !== true
  if (!isUseful || isAgents(world) || world.signal.aborted) return
  if (returning !== null && world.kill(returning, 0)) return
  try {
    startBackground(world, project, [standbyFlag])
  } catch {
    // E.g. a disk that is full: what was asked is done, and the next command is as slow as this one.
  }
}
