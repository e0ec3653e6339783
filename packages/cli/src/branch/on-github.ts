/** The environment in which GitHub Actions runs Sigma as a step of a job: where the repository lies, and where a summary goes. */
import { appendFileSync, existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { locate } from '../project/place.ts'
import type { World } from '../world.ts'
import { orUnwritable, type Unwritable } from './report-file.ts'

export const isOnGithub = ({ env }: World): boolean => env['GITHUB_ACTIONS'] === 'true'

/** The top of the repository, from the folder that GitHub takes paths from. */
export function folderOnGithub(world: World): string {
  const workspace = world.env['GITHUB_WORKSPACE'] ?? ''
  if (!isAbsolute(workspace) || !existsSync(workspace)) return ''
  const folder = relative(realpathSync(workspace), realpathSync(locate(world).top))
  return folder.startsWith('..') || isAbsolute(folder) ? '' : folder
}

/** Adds to the summary of the step, where there is one. */
export function addToStepSummary({ env }: World, markdown: string, unwritable: Unwritable): void {
  const step = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (step !== '') orUnwritable(step, () => appendFileSync(step, `${markdown}\n`), unwritable)
}
