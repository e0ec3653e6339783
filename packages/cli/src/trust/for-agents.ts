/** What the last commit has for the programs of agents: listed once for each commit that a command meets. */
import { committedTree, headOfRepository, isForAgents } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'

type Listed = ReadonlyMap<string, string>

const known = new WeakMap<Project, { readonly head: string; readonly files: Promise<Listed> }>()

/** Files by their path, as git lists them: mode, kind and name. Nothing where there is no commit. */
export async function committedForAgents(world: World, project: Project): Promise<Listed> {
  const path = world.env['PATH'] ?? ''
  const { gitDir, head } = await headOfRepository(project.top, path)
  if (head === null) return new Map()
  const before = known.get(project)
  if (before?.head === head) return await before.files
  const files = committedTree({ gitDir }, head, path, isForAgents)
  known.set(project, { head, files })
  return await files
}
