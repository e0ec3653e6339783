/** Where a command stands, with the configuration that holds there. */
import { readConfig } from '../config/config-file.ts'
import { requireTrust, requireTrustOfCode } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { refuseAbove } from './configured-below.ts'
import { locate, type Project } from './place.ts'

/**
 * Fails with `not-a-repository`, `configured-below`, `untrusted` for a configuration that is a program, and the
 * configuration's faults. `line`: the command that is given, as it is typed.
 */
export async function openProject(world: World, line: string = 'sigma doctor'): Promise<Project> {
  const place = locate(world)
  await refuseAbove(world, place, line)
  await requireTrustOfCode(world, place)
  return world.lent?.project ?? { ...place, config: await readConfig(place.configFile) }
}

/** To start something of it. Fails with `untrusted` as well. */
export async function openTrustedProject(world: World, line?: string): Promise<Project> {
  const project = await openProject(world, line)
  await requireTrust(world, project)
  return project
}
