import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type WorkspacesTrial, workspacesContract } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

/** Workspaces over a real git repository. */
async function trialOf(files: Readonly<Record<string, string>>): Promise<WorkspacesTrial> {
  const repository = temporaryRepository(files)
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  return {
    workspaces,
    blobs,
    base: repository.head,
    files: filesBelow,
    write: (path, file, content) => {
      const at = join(path, file)
      if (content === null) return rmSync(at)
      mkdirSync(dirname(at), { recursive: true })
      writeFileSync(at, content)
    },
    kept: (run, workspace, file) => repository.git(own, 'show', `refs/sigma/discarded/${run}/${workspace}/1:${file}`),
    branch: (name) => repository.git('for-each-ref', '--format=%(objectname)', `refs/heads/${name}`) || null,
    disturb: () => repository.write('src/a.js', 'changed'),
    [Symbol.dispose]: () => repository[Symbol.dispose](),
  }
}

function filesBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file, 'utf8')]))
}

test.each(workspacesContract(trialOf))('$name', async ({ run, expected }) => {
  expect(await run()).toEqual(expected)
})
