import type { Premises } from '@sigma/engine'
import { isForeignConfirmed } from '../trust/foreign.ts'
import { confirmedProtocols } from '../trust/trust.ts'
import type { World } from '../world.ts'
import type { Project } from './place.ts'

/** What kits may look at where the project lies. */
export const premisesOf = (world: World, project: Project): Premises => ({
  root: project.root,
  home: world.env['HOME'] ?? null,
  config: project.config,
  isConfirmed: (text) => isForeignConfirmed(world, project.root, text),
  confirmedFolders: () => confirmedProtocols(world, project),
})
