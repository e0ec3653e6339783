/** Where a command stands, with the configuration that holds there. */
import { readConfig } from '../config/config-file.ts'
import { requireTrust, requireTrustOfCode } from '../trust/trust.ts'
import type { World } from '../world.ts'
import { locate, type Project } from './place.ts'

/** Fails with `not-a-repository`, `untrusted` for a configuration that is a program, and the configuration's faults. */
export async function openProject(world: World): Promise<Project> {
  const place = locate(world)
  await requireTrustOfCode(world, place)
  return { ...place, config: await readConfig(place.configFile) }
}

/** To start something of it. Fails with `untrusted` as well. */
export async function openTrustedProject(world: World): Promise<Project> {
  const project = await openProject(world)
  await requireTrust(world, project)
  return project
}
