import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { knownFiles } from '@sigma/runtime'
import type { World } from '../world.ts'
import type { Tree } from './tree.ts'

/** No manifest, configuration or test that says anything is larger. */
const mostBytes = 2_000_000

/** The files of the repository with this top, as they lie there now. */
export async function projectTree(world: World, top: string): Promise<Tree> {
  const paths = await knownFiles(top, world.env['PATH'] ?? '')
  return { paths, text: (path) => textAt(join(top, path)) }
}

/** A pipe would be waited for forever, so nothing but plain files is read. */
function textAt(file: string): string | null {
  try {
    const stat = statSync(file)
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(file, 'utf8') : null
  } catch {
    return null
  }
}
