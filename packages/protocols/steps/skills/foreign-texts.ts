/** What packages that are named in the configuration tell agents: each is used once the user confirmed it. */
import type { ForeignText, Premises } from '@sigma/engine'
import { foreignText } from './catalog.ts'
import { packagePlaces } from './places.ts'
import { packagesOf } from './settings.ts'

/** Those that carry skills. */
export const foreignTexts = ({ root, config }: Premises): readonly ForeignText[] =>
  packagesOf(config)
    .filter((name) => packagePlaces(root, name).length > 0)
    .map((name) => foreignText(name, root))
