/** Where a command stands, with the configuration that holds there. */
import type { Config } from './config/config.ts'
import { readConfig } from './config/config-file.ts'
import { locate, type Place } from './place.ts'
import type { World } from './world.ts'

export interface Project extends Place {
  readonly config: Config
}

/** Fails with `not-a-repository` and the configuration's faults. */
export async function openProject(world: World): Promise<Project> {
  const place = locate(world)
  return { ...place, config: await readConfig(place.configFile) }
}
