import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../testing/index.ts'
import { createGit } from './git.ts'
import { usableRepository } from './repository.ts'
import { createSigmaGit, type SigmaGit } from './sigma-git.ts'

const { PATH = '' } = process.env

async function gitOf(repository: TemporaryRepository, name: string): Promise<SigmaGit> {
  const git = createGit({ path: PATH, emptyFolder: repository.outside })
  return createSigmaGit(git, join(repository.outside, name), await usableRepository(repository.root, PATH))
}

/** Names that git sorts otherwise than JavaScript does, or beside folders of the same beginning. */
const names = [
  'a',
  'a.js',
  'a/b',
  'a/b.js',
  'a-b',
  'b/c/d',
  'b/c.js',
  'ä',
  '\u{1f600}',
  '\uffee',
  'b/\u{1f600}/x',
  'b/\uffee',
]

test('the files of a commit are the same, in the same order, whichever commit was read before', async () => {
  using repository = temporaryRepository()
  const commits = fc
    .sample(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom('1\n', '2\n')), {
        selector: ([name]) => name,
      }),
      {
        numRuns: 12,
        seed: 57,
      },
    )
    .map((files) => {
      repository.git('rm', '-rqf', '--ignore-unmatch', '.')
      for (const [at, [path, content]] of files.entries()) {
        const isBelow = files.some(([other]) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
        if (!isBelow) repository.write(path, `${content}${at % 2}`)
      }
      if (files.length % 3 === 0) symlinkSync('nowhere', join(repository.root, 'link'))
      const commit = repository.commit('Next')
      for (const path of repository.git('ls-files', '-z').split('\0').slice(0, 1))
        if (!['', 'link'].includes(path)) chmodSync(join(repository.root, path), 0o755)
      return files.length % 2 === 0 ? commit : repository.commit('Executable')
    })
  const alone = new Map<string, unknown>()
  for (const [at, commit] of commits.entries())
    alone.set(commit, [...(await (await gitOf(repository, `alone${at}`)).tree(commit))])
  const git = await gitOf(repository, 'one')
  for (const commit of commits) expect([...(await git.tree(commit))]).toEqual(alone.get(commit))
}, 60_000)
