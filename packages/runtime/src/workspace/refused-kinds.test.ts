/** Repositories that no run can begin in, each refused by name and with a way out. */
import { existsSync, mkdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { findRepository } from '../git/repository.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { lacksOf } from './whole.ts'

const { PATH = '' } = process.env

interface Kind {
  readonly kind: string
  /** Brings the repository into that state; returns the folder to start in, the repository's own unless given. */
  readonly make: (repository: TemporaryRepository) => unknown
  readonly code: string
  readonly hint: RegExp
}

const files = { 'src/a.js': '1\n', 'docs/b.md': 'b\n' }

const refused: readonly Kind[] = [
  {
    kind: 'without a commit',
    make: ({ git, outside }) => {
      git('init', '--quiet', join(outside, 'r'))
      return join(outside, 'r')
    },
    code: 'no-commits',
    hint: /^git add/,
  },
  {
    kind: 'on an unborn branch',
    make: ({ git }) => void git('checkout', '--quiet', '--orphan', 'new'),
    code: 'no-commits',
    hint: /^git add/,
  },
  {
    kind: 'that is bare',
    make: ({ git, outside }) => {
      git('init', '--quiet', '--bare', join(outside, 'r'))
      return join(outside, 'r')
    },
    code: 'bare-repository',
    hint: /^git clone/,
  },
  ...(
    [
      ['merge', 'MERGE_HEAD'],
      ['cherry-pick', 'CHERRY_PICK_HEAD'],
      ['bisect', 'BISECT_LOG'],
      ['revert', 'REVERT_HEAD'],
    ] as const
  ).map(([verb, file]) => ({
    kind: `in the middle of a ${verb}`,
    make: ({ root, head }: TemporaryRepository) => writeFileSync(join(root, '.git', file), `${head}\n`),
    code: 'operation-in-progress',
    hint: new RegExp(`^git ${verb}`),
  })),
  {
    kind: 'in the middle of a rebase',
    make: ({ root }) => void mkdirSync(join(root, '.git/rebase-merge')),
    code: 'operation-in-progress',
    hint: /^git rebase/,
  },
  {
    kind: 'whose worktree lost the repository it belongs to',
    make: ({ git, root, outside }) => {
      git('worktree', 'add', '--quiet', join(outside, 'r'))
      renameSync(root, `${root}-elsewhere`)
      return join(outside, 'r')
    },
    code: 'repository-gone',
    hint: /^git worktree repair/,
  },
  {
    kind: 'that keeps its refs as a reftable',
    make: ({ root }) => writeFileSync(join(root, '.git/config'), '[extensions]\n\trefstorage = reftable\n'),
    code: 'reftable',
    hint: /^git refs migrate/,
  },
  {
    kind: 'of a format that this git does not know',
    make: ({ root }) =>
      writeFileSync(join(root, '.git/config'), '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tnewer = 1\n'),
    code: 'git-failed',
    hint: /sigma doctor/,
  },
  {
    kind: 'whose HEAD names a commit that is missing',
    make: ({ root }) => writeFileSync(join(root, '.git/refs/heads/main'), `${'a'.repeat(40)}\n`),
    code: 'unknown-commit',
    hint: /^git /,
  },
]

test.each(refused)('a repository $kind is refused before anything is done, with a way out', async (each) => {
  proves('F47')
  using repository = temporaryRepository(files)
  const made = each.make(repository)
  const at = typeof made === 'string' ? made : repository.root
  const before = repository.fingerprint()
  const failure = temporaryWorkspaces({ ...repository, root: at })
  await expect(failure).rejects.toMatchObject({ code: each.code, hint: expect.stringMatching(each.hint) })
  expect(existsSync(join(at, '.sigma'))).toBe(false)
  expect(repository.fingerprint()).toBe(before)
})

test('a commit that cannot be handed out whole is refused by name: a partial clone, names that are no text, a huge file', async () => {
  proves('F47')
  using repository = temporaryRepository(files)
  repository.git('config', 'uploadpack.allowFilter', 'true')
  const partial = join(repository.outside, 'partial')
  repository.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${repository.root}`, partial)
  await expect(lacksOf(findRepository(partial), repository.head, PATH)).rejects.toMatchObject({
    code: 'incomplete-commit',
    hint: expect.stringContaining('git fetch --refetch'),
  })
  writeFileSync(Buffer.concat([Buffer.from(`${repository.root}/`), Buffer.from([0xff, 0x2e, 0x6a])]), '1\n')
  const named = repository.commit('Bytes')
  await expect(lacksOf(findRepository(repository.root), named, PATH)).rejects.toMatchObject({
    code: 'unreadable-names',
  })
  repository.git('reset', '--quiet', '--hard', repository.head)
  writeFileSync(join(repository.root, 'huge.bin'), '')
  truncateSync(join(repository.root, 'huge.bin'), 257 * 2 ** 20)
  await expect(lacksOf(findRepository(repository.root), repository.commit('Huge'), PATH)).rejects.toMatchObject({
    code: 'huge-file',
    message: expect.stringContaining('huge.bin'),
  })
})

test('a commit without any file is a start like any other', async () => {
  proves('F47')
  using repository = temporaryRepository({})
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, 'a.js'), '1\n')
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  expect(taken).toMatchObject({ kind: 'committed', changed: ['a.js'] })
})
