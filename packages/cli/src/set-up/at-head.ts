/** What gates measure with, over the commit that HEAD is: for a look at it before there is a run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { markIn, memoryBlobs } from '@sigma/engine'
import { jest, nodeTest, type Tools, vitest } from '@sigma/measuring'
import { createProcesses, createWorkspaces, usableRepository } from '@sigma/runtime'
import { prepareCache } from '../project/folders.ts'
import type { Project } from '../project/place.ts'
import { projectSecrets } from '../project/secrets.ts'
import type { World } from '../world.ts'
import { limitsOf, sandboxOf } from './sandbox.ts'

export interface Head {
  readonly tools: Tools
  readonly commit: string
}

/**
 * Nothing of Sigma's is left in the project by it. Programs run as those of runs do. `dataFolder`: where commits of runs are
 * found; absent: of the repository's own alone is anything known.
 */
export async function atHead<Seen>(
  world: World,
  project: Project,
  look: (head: Head) => Promise<Seen>,
  dataFolder?: string,
): Promise<Seen> {
  const { launch } = await sandboxOf(world, project)
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  const cacheFolder = prepareCache(world)
  const scratch = mkdtempSync(join(cacheFolder, 'look-'))
  try {
    const { setup, tests } = project.config
    const secrets = projectSecrets(world, project)
    const processes = createProcesses({
      owner: scratch,
      secrets,
      within: markIn(world.env),
      sandbox: launch === null ? undefined : { launch },
    })
    const blobs = memoryBlobs()
    const checkouts = createWorkspaces({
      repository,
      dataFolder: dataFolder ?? scratch,
      cacheFolder,
      blobs,
      processes,
      environment: world.env,
      setup,
      confining: { hosts: tests.hosts, limits: limitsOf(project.config) },
      confined: launch !== null,
    })
    const runners = [nodeTest, vitest, jest]
    const tools: Tools = { processes, checkouts, blobs, secrets, runners, baselines: new Map(), checked: new Map() }
    return await look({ tools, commit: repository.head })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
