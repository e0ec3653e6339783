/** What a command line must find as the host that stands by found it when it began: else it would be played otherwise than by its own process. */
import { readFileSync, statSync } from 'node:fs'
import { ownProgramsIn } from '../own-protocols/folder.ts'
import { locate, type Place } from '../project/place.ts'
import type { World } from '../world.ts'

export interface Ground {
  readonly env: Readonly<Record<string, string>>
  /** Node and the launcher, and the launcher as it lies on the disk. */
  readonly program: readonly string[]
}

/** Variables that say where and for how long a shell has been, and nothing of what its programs are to do. */
const passing: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'SHLVL', '_', 'SIGMA_CALL_KEY', 'SIGMA_STANDBY'])

/** The environment as two processes of one user have it in common. */
export const lasting = (env: World['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || passing.has(name) ? [] : [[name, value]])),
  )

/** As `bin/line.cjs` tells of it: a launcher that was installed anew is another. */
export function programOf({ program }: Pick<World, 'program'>): readonly string[] {
  const [node = '', launcher = ''] = program
  const found = statSync(launcher, { throwIfNoEntry: false })
  return [node, launcher, `${found?.ino} ${found?.ctimeMs}`]
}

/** The configuration and the protocols that the project brings, as they lie on the disk. */
function settingsOf({ root, configFile }: Place): string {
  const config = configFile === null ? '' : readFileSync(configFile, 'utf8')
  return JSON.stringify([configFile, config, ownProgramsIn(root)?.digest ?? null])
}

/** Tells whether a line from this folder stands on the same ground; what cannot be read does not. */
export function groundOf(world: World, place: Place): (cwd: string, theirs: Ground) => boolean {
  const settings = settingsOf(place)
  const mine = groundText({ env: lasting(world.env), program: programOf(world) })
  return (cwd, { env, program }) => {
    try {
      const there = locate({ cwd })
      const isSamePlace = there.folder === place.folder && settingsOf(there) === settings
      return isSamePlace && groundText({ env: lasting(env), program }) === mine
    } catch {
      return false
    }
  }
}

const groundText = ({ env, program }: Ground): string =>
  JSON.stringify([Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1)), program])
