import { join } from 'node:path'
import { type Blobs, memoryBlobs, type Processes } from '@sigma/engine'
import { usableRepository } from '../git/repository.ts'
import { createProcesses } from '../process/processes.ts'
import { createWorkspaces, type WorkspaceStore, type WorkspacesOptions } from '../workspace/workspaces.ts'
import type { TemporaryRepository } from './temporary-repository.ts'

export interface TemporaryWorkspaces {
  readonly workspaces: WorkspaceStore
  readonly blobs: Blobs
  readonly processes: Processes
}

/** Real workspaces for a temporary repository: their git folder in its `.sigma`, all else beside it. */
export async function temporaryWorkspaces(
  repository: TemporaryRepository,
  options: Partial<WorkspacesOptions> = {},
): Promise<TemporaryWorkspaces> {
  const { PATH = '' } = process.env
  const [processes, blobs] = [createProcesses(), memoryBlobs()]
  const workspaces = createWorkspaces({
    repository: await usableRepository(repository.root, PATH),
    dataFolder: join(repository.root, '.sigma'),
    cacheFolder: join(repository.outside, 'cache'),
    blobs,
    processes,
    environment: { PATH },
    setup: null,
    ...options,
  })
  return { workspaces, blobs, processes }
}
