/** A text of an installed package that agents are told to follow counts once the user confirmed exactly what it says. */
import { type ForeignText, sha256 } from '@sigma/engine'
import type { World } from '../world.ts'
import type { Power } from './powers.ts'
import { confirmedIn, namedBy } from './trusted.ts'

/** A machine is told by `SIGMA_TRUST`: `all`, or the digest of the text. */
export function isForeignConfirmed(world: World, root: string, text: ForeignText): boolean {
  const { key, digest } = powerOfForeign(text)
  const confirmed = confirmedIn(world, root) ?? {}
  return namedBy(world, digest) || (Object.hasOwn(confirmed, key) && confirmed[key] === digest)
}

export const powerOfForeign = ({ key, says, text }: ForeignText): Power => ({
  key,
  kind: 'words',
  says: [says],
  digest: sha256(text),
})
