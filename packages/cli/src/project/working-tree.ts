import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Rehearsal } from '@sigma/engine'
import { markIn } from '@sigma/engine'
import { createRehearsals } from '@sigma/measuring'
import { createProcesses, gateEnvironment, givenVariables } from '@sigma/runtime'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import { refuseAbsent } from '../set-up/preflight.ts'
import type { World } from '../world.ts'
import { prepareCache } from './folders.ts'
import { openTrustedProject } from './project.ts'
import { testedProject } from './tested-project.ts'

/** The working tree of whoever stands in the repository, as a gate would run it. */
export async function rehearseHere(world: World, { checks }: { readonly checks: boolean }): Promise<Rehearsal> {
  const project = await openTrustedProject(world, 'sigma gates')
  refuseAbsent(world, project)
  await inspectGlobs(world, project)
  const scratch = mkdtempSync(join(prepareCache(world), 'gates-'))
  const rehearsals = createRehearsals({
    processes: createProcesses({ owner: scratch, within: markIn(world.env) }),
    scratch,
    environment: (home, temporary, given) => ({
      ...gateEnvironment(world.env, home, temporary),
      ...givenVariables(given, world.env),
    }),
    warmRunners: [],
  })
  const path = project.top
  try {
    const tested = testedProject(project)
    return await rehearsals.rehearse({ path, project: tested, scope: 'all', checks }, world.signal)
  } finally {
    await rehearsals.release(path)
    rmSync(scratch, { recursive: true, force: true })
  }
}
