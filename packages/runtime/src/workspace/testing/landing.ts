import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Blobs, IntegrateSpec, Integration } from '@sigma/engine'
import { type TemporaryRepository, temporaryWorkspaces } from '../../testing/index.ts'
import type { WorkspacesOptions } from '../workspaces.ts'

export type Landed = Integration

/** Tasks of a run, over real git: their turns, and how they land. */
export async function landing(repository: TemporaryRepository, options: Partial<WorkspacesOptions> = {}) {
  const { workspaces, blobs } = await temporaryWorkspaces(repository, options)
  const begin = async (workspace: string, base = repository.head) => {
    const place = { run: 'board-1', workspace, base, documents: [] }
    const { path } = await workspaces.prepare(place)
    return {
      write: (file: string, content: string): void => {
        mkdirSync(dirname(join(path, file)), { recursive: true })
        writeFileSync(join(path, file), content)
      },
      /** The commit of the turn; its base where nothing was changed. Fails with the rules that were broken. */
      end: async (): Promise<string> => {
        const rules = { writes: ['**'], guarded: ['.plasmodium/**'], message: 'Turn', trailers: {} }
        const intake = await workspaces.intake({ ...place, ...rules })
        if (intake.kind === 'trespass') throw new Error(intake.findings.map(({ rule }) => rule).join())
        return intake.kind === 'committed' ? intake.commit : base
      },
    }
  }
  return {
    workspaces,
    begin,
    turn: async (workspace: string, changes: Readonly<Record<string, string>>, base: string): Promise<string> => {
      const { write, end } = await begin(workspace, base)
      for (const [file, content] of Object.entries(changes)) write(file, content)
      return await end()
    },
    land: (branch: string, commits: readonly string[], spec: Partial<IntegrateSpec> = {}): Promise<Landed> =>
      workspaces.integrate({
        run: 'board-1',
        branches: commits.map((commit, at) => ({ name: `${branch}-${at}`, commit })),
        message: `Land ${branch}`,
        trailers: {},
        from: repository.head,
        branch,
        ...spec,
      }),
    /** What stands against a merge. */
    why: (end: Landed): string => (end.kind === 'conflicted' ? textOf(blobs, end.evidence) : end.kind),
  }
}

const textOf = (blobs: Blobs, ref: string | null): string =>
  ref === null ? '' : Buffer.from(blobs.get(ref)).toString()
