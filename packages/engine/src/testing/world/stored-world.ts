import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Blobs, Workspaces } from '../../ports/ports.ts'
import { memoryWorld, type World } from './world.ts'
import type { Commit } from './world-commits.ts'

interface Stored {
  readonly commits: readonly (readonly [string, Commit])[]
  readonly branches: readonly (readonly [string, string])[]
}

/** A memory world whose commits and branches outlive the process, in a file that is replaced whole. */
export function storedWorld(file: string): World {
  const world = memoryWorld()
  if (existsSync(file)) {
    const { commits, branches }: Stored = JSON.parse(readFileSync(file, 'utf8'))
    for (const [name, commit] of commits) world.commits.set(name, commit)
    for (const [name, commit] of branches) world.branches.set(name, commit)
  }
  const save = <Result>(result: Result): Result => {
    writeFileSync(`${file}.new`, JSON.stringify({ commits: [...world.commits], branches: [...world.branches] }))
    renameSync(`${file}.new`, file)
    return result
  }
  return {
    ...world,
    ports: (blobs: Blobs): Workspaces => {
      const ports = world.ports(blobs)
      return {
        ...ports,
        intake: async (spec) => save(await ports.intake(spec)),
        integrate: async (spec) => save(await ports.integrate(spec)),
        deliver: async (spec) => save(await ports.deliver(spec)),
      }
    },
  }
}
