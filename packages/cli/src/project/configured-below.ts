/** A command given above the folders that are set up: it says where they are, for nothing that it would advise helps here. */
import { existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { SigmaError } from '@sigma/engine/reading'
import { knownFiles } from '@sigma/runtime'
import { configName, typescriptName } from '../config/config-place.ts'
import { nameText } from '../printable.ts'
import { listed } from '../render/columns.ts'
import type { World } from '../world.ts'
import type { Place } from './place.ts'

/** `line`: the command, as it would be typed there. Fails with `configured-below`. */
export async function refuseAbove(world: World, { top, configFile, folder }: Place, line: string): Promise<void> {
  // Where runs were recorded without a configuration, they are meant.
  if (configFile !== null || existsSync(folder)) return
  const here = relative(top, world.cwd)
  const configured = foldersBelow(here, await knownFiles(top, world.env['PATH'] ?? ''))
  const [first] = configured
  if (first === undefined) return
  const all = listed(configured.map(nameText), 4)
  const sentence = `There is no ${configName} here; ${all} ${configured.length === 1 ? 'has' : 'have'} one.`
  throw new SigmaError('configured-below', sentence, { hint: `cd ${typed(first)} && ${line}` })
}

/** Folders with a configuration below `here`, relative to it. */
export function foldersBelow(here: string, paths: readonly string[]): readonly string[] {
  const below = here === '' ? '' : `${here}/`
  return paths.flatMap((path) => {
    const isConfig = path.endsWith(`/${configName}`) || path.endsWith(`/${typescriptName}`)
    return isConfig && path.startsWith(below) ? [dirname(path.slice(below.length))] : []
  })
}

/** A name that came with a repository is one word to a shell, whatever stands in it. */
const typed = (folder: string): string =>
  /^[\w@+][\w.@+/-]*$/.test(folder) ? folder : `'${nameText(folder).replaceAll("'", `'\\''`)}'`
