/** Whether the user's own Node can run node:test tests: it is theirs that runs them, not the one Sigma runs under. */

import { createProcesses } from '@sigma/runtime'
import { runnerMissing } from './errors.ts'
import type { World } from './world.ts'

const least = 20

/** The version of the Node on the user's PATH. Fails with `runner-missing`. */
export async function inspectRunner(world: World, cwd: string): Promise<string> {
  const result = await createProcesses().run({
    command: ['node', '--version'],
    cwd,
    env: { PATH: world.env['PATH'] ?? '' },
    limitMs: 20_000,
    maxOutputBytes: 1_000,
    graceMs: 500,
  })
  const version = result.stdout.trim()
  if (result.end === 'unstartable') throw runnerMissing('there is no node on the PATH')
  const major = Number(/^v(\d+)\./.exec(version)?.[1] ?? Number.NaN)
  if (Number.isNaN(major)) throw runnerMissing(`"node --version" says "${version}"`)
  if (major < least) throw runnerMissing(`the node on the PATH is ${version}`)
  return version
}
