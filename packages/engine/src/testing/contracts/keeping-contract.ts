/** What all workspaces do for whoever finds their work again: a person who takes a turn. */
import type { Trial } from './contract.ts'
import type { WorkspacesTrial } from './workspaces-trial.ts'

const place = { run: 'r1', workspace: 'C1', documents: [] } as const

/** Hands out to somebody, has them write, and gives what stands in their file after it is handed out as `again`. */
async function found(
  { workspaces, base, files, write }: WorkspacesTrial,
  again: { readonly keep?: string; readonly restored?: true },
): Promise<string | undefined> {
  const { path } = await workspaces.prepare({ ...place, base, keep: 'red' })
  write(path, 'src/a.js', 'mine\n')
  if (again.restored === true) await workspaces.restore({ run: 'r1', workspace: 'C1', commit: base })
  return files((await workspaces.prepare({ ...place, base, keep: again.keep })).path)['src/a.js']
}

export const keeping: readonly Trial<WorkspacesTrial>[] = [
  {
    name: 'who keeps a workspace finds it as they left it',
    expected: 'mine\n',
    run: (trial) => found(trial, { keep: 'red' }),
  },
  {
    name: 'nobody finds what somebody else left there',
    expected: ['a\n', 'a\n', 'a\n'],
    run: async (trial) => [
      await found(trial, { keep: 'green' }),
      await found(trial, {}),
      await found(trial, { keep: 'red', restored: true }),
    ],
  },
  {
    name: 'what was taken in, refused and gone on with stays as it is as well',
    expected: { 'src/a.js': 'mine\n', 'src/b.js': 'later\n' },
    run: async ({ workspaces, base, files, write }) => {
      const { path } = await workspaces.prepare({ ...place, base, keep: 'red' })
      write(path, 'src/a.js', 'mine\n')
      const rules = { writes: ['src/**'], guarded: [], message: 'Work', trailers: {} }
      const intake = await workspaces.intake({ ...place, base, ...rules })
      write(path, 'src/b.js', 'later\n')
      const commit = intake.kind === 'committed' ? intake.commit : base
      const found = files((await workspaces.prepare({ ...place, base: commit, keep: 'red' })).path)
      return { 'src/a.js': found['src/a.js'], 'src/b.js': found['src/b.js'] }
    },
  },
]
