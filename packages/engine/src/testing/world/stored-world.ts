import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Blobs, Workspaces } from '../../ports/ports.ts'
import { memoryWorld, type World } from './world.ts'
import type { Commit } from './world-commits.ts'

const worldSchema = z.object({
  commits: z.array(
    z.tuple([
      z.string(),
      z.object({
        files: z.record(z.string(), z.string()),
        parents: z.array(z.string()),
        message: z.string(),
        trailers: z.record(z.string(), z.string()),
      }) satisfies z.ZodType<Commit>,
    ]),
  ),
  branches: z.array(z.tuple([z.string(), z.string()])),
})

/** A memory world whose commits and branches outlive the process, in a file that is replaced whole. */
export function storedWorld(file: string): World {
  const world = memoryWorld()
  if (existsSync(file)) {
    const { commits, branches } = worldSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
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
