import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../kit/repository.ts'
import { judged } from './disturbed.ts'
import type { Group } from './group.ts'
import { leanRepository } from './lean-project.ts'
import { type Faults, faultsIn, faultsInGit, type Rule } from './preload.ts'
import type { Disturbance } from './trial.ts'

const roomyKib = 256 * 1024

/** A disk of a few hundred KiB under the data folder, which holds the store and git's objects; then there is room again. */
export const fullDisk: Group = {
  name: 'full',
  what: 'a small disk under the data folder, full at different moments: a tmpfs, or a quota where none may be mounted',
  // A run needs about 1.5 MiB; it does not begin on less than 40 KiB.
  details: (count) =>
    Promise.resolve(Array.from({ length: count }, (_, at) => `${40 + Math.round((at * 1_500) / count)}`)),
  play: async (detail) => {
    const kib = Number(detail)
    const repository = leanRepository()
    const folder = join(repository.path, '.sigma')
    mkdirSync(folder)
    const mounted = mount(folder, `size=${kib}k,mode=0700`)
    const quota = mounted ? null : quotaOn(repository, kib * 1024)
    const next = (number: number): Disturbance | null => {
      if (number === 0) return quota === null ? null : { env: quota }
      if (number === 1 && mounted) mount(folder, `remount,size=${roomyKib}k`)
      return null
    }
    return await judged({ ...repository, [Symbol.dispose]: () => leave(repository, folder, mounted) }, next, 6)
  },
}

function mount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'sigma-campaign', folder]).status === 0
}

function leave(repository: Repository, folder: string, mounted: boolean): void {
  if (mounted) spawnSync('umount', ['--lazy', folder])
  repository[Symbol.dispose]()
}

/** What sigma and git write together is not counted together: each has the quota to itself. */
function quotaOn(repository: Repository, bytes: number): Faults['env'] {
  const rule: Rule = { calls: ['pwrite', 'write'], path: '*/.sigma/*', from: 0, to: 0, action: `quota:${bytes}` }
  return { ...faultsIn(repository.home, [rule]).env, ...faultsInGit(repository, [rule]).env }
}
