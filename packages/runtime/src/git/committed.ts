import { readBatch } from './batch.ts'
import { findRepository, type Repository, type UsableRepository } from './repository.ts'
import { withGit } from './with-git.ts'

/** Files of the last commit by their path, as they are stored there; what it does not have is left out. */
export async function committedFiles(
  { gitDir, head }: UsableRepository,
  path: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  // One request a line: a path that holds a line end is asked for by nobody.
  const asked = files.filter((file) => !file.includes('\n'))
  if (asked.length === 0) return new Map()
  const stdin = asked.map((file) => `${head}:${file}\n`).join('')
  return await withGit(path, async (git) => {
    const { stdout } = await git.run({ gitDir }, { verb: 'cat-file', options: ['--batch'], stdin })
    const answers = [...readBatch(stdout)].map(({ content }, at) => [asked[at] ?? '', content] as const)
    return new Map(answers.flatMap(([file, content]) => (content === null ? [] : [[file, content] as const])))
  })
}

/** The wanted files of a commit by their path, as git lists them: mode, kind and name. */
export async function committedTree(
  { gitDir }: Pick<Repository, 'gitDir'>,
  commit: string,
  path: string,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  return await withGit(path, async (git) => {
    const call = { verb: 'ls-tree', options: ['-r', '-z', '--full-tree'], revisions: [commit] } as const
    const lines = (await git.run({ gitDir }, call)).fields()
    return new Map(
      lines.flatMap((line) => {
        const tab = line.indexOf('\t')
        const file = line.slice(tab + 1)
        return isWanted(file) ? [[file, line.slice(0, tab)] as const] : []
      }),
    )
  })
}

/** The index holds something at this path or below it. */
export async function isTracked({ gitDir, root }: Repository, path: string, folder: string): Promise<boolean> {
  return await withGit(path, async (git) => {
    const listed = await git.run({ gitDir, workTree: root }, { verb: 'ls-files', options: ['-z'], paths: [folder] })
    return listed.stdout.length > 0
  })
}

/** Files that git knows, or would take in, relative to the top of the repository that a folder lies in. Git is given no filter, and runs no hook. */
export async function knownFiles(folder: string, path: string): Promise<readonly string[]> {
  const { gitDir, root } = findRepository(folder)
  const options = ['--cached', '--others', '--exclude-standard', '-z']
  return await withGit(path, async (git) => {
    const listed = await git.run({ gitDir, workTree: root }, { verb: 'ls-files', options })
    return [...new Set(listed.fields())]
  })
}
