/** Protocols that a project brings run as programs, with all that the user may do: they are confirmed as they stand. */
import { type OwnPrograms, ownProgramsIn, ownProtocols } from '../own-protocols/folder.ts'
import type { Place } from '../project/place.ts'
import type { World } from '../world.ts'
import type { Power } from './powers.ts'
import { confirmedIn, namedBy } from './trusted.ts'

/** None where the project brings no protocols. */
export function powersOfOwn({ root }: Place): readonly Power[] {
  const programs = ownProgramsIn(root)
  if (programs === null) return []
  const says = ['brings protocols, which run as programs, outside the sandbox, whenever Sigma runs here']
  return [{ key: ownProtocols, kind: 'setting', says, digest: programs.digest }]
}

/** A machine is told by `SIGMA_TRUST`: `all`, or the digest of these programs alone, which stands behind the other with a comma. */
export const isOwnTrusted = (world: World, { root }: Place, { digest }: OwnPrograms): boolean =>
  confirmedIn(world, root)?.[ownProtocols] === digest || namedBy(world, digest)
