/** What installed packages have agents told here. */
import { kits } from '@sigma/protocols'
import type { Project } from '../project/place.ts'
import { premisesOf } from '../project/premises.ts'
import type { World } from '../world.ts'
import { powerOfForeign } from './foreign.ts'
import type { Power } from './powers.ts'

export interface Foreign {
  readonly power: Power
  readonly isConfirmed: boolean
}

/** None where no protocol is told to take any. */
export async function foreignIn(world: World, project: Project): Promise<readonly Foreign[]> {
  const premises = premisesOf(world, project)
  const texts = await Promise.all(kits.map(async ({ foreign }) => (await foreign?.(premises)) ?? []))
  return texts.flat().map((text) => ({ power: powerOfForeign(text), isConfirmed: premises.isConfirmed(text) }))
}
