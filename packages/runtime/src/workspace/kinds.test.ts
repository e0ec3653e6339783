/** Repositories of every kind: each works, works with something lacking that is named, or is refused with a way out. */
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { inspectRepository } from '../git/repository.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const { PATH = '' } = process.env

interface Kind {
  readonly kind: string
  /** Brings the repository into that state; returns the folder to start in, the repository's own unless given. */
  readonly make: (repository: TemporaryRepository) => unknown
  readonly dirty?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
}

const files = { 'src/a.js': '1\n', 'docs/b.md': 'b\n' }

const working: readonly Kind[] = [
  { kind: 'clean', make: () => {} },
  {
    kind: 'dirty',
    make: ({ root, write, git }) => {
      write('src/a.js', 'mine\n')
      write('src/staged.js', 'mine\n')
      git('add', 'src/staged.js')
      rmSync(join(root, 'docs/b.md'))
    },
    dirty: ['docs/b.md', 'src/a.js', 'src/staged.js'],
  },
  { kind: 'detached', make: ({ git }) => void git('checkout', '--quiet', '--detach') },
  {
    kind: 'shallow',
    make: ({ git, root, outside, commit }) => {
      commit('Second')
      git('clone', '--quiet', '--depth=1', `file://${root}`, join(outside, 'r'))
      return join(outside, 'r')
    },
  },
  {
    kind: 'a partial clone that has what HEAD needs',
    make: ({ git, root, outside }) => {
      git('config', 'uploadpack.allowFilter', 'true')
      git('clone', '--quiet', '--filter=blob:none', `file://${root}`, join(outside, 'r'))
      return join(outside, 'r')
    },
  },
  {
    kind: 'sparse, by cones, with a sparse index',
    make: ({ git, root }) => {
      git('sparse-checkout', 'set', '--cone', '--sparse-index', 'src')
      expect(existsSync(join(root, 'docs/b.md'))).toBe(false)
    },
  },
  {
    kind: 'sparse, by patterns',
    make: ({ git, root }) => {
      git('sparse-checkout', 'set', '--no-cone', '/*', '!docs')
      expect(existsSync(join(root, 'docs/b.md'))).toBe(false)
    },
  },
  {
    kind: 'a linked worktree',
    make: ({ git, outside }) => {
      git('worktree', 'add', '--quiet', '-b', 'side', join(outside, 'r'))
      return join(outside, 'r')
    },
  },
  {
    kind: 'borrowing objects from another',
    make: ({ git, root, outside }) => {
      git('clone', '--quiet', '--shared', root, join(outside, 'r'))
      return join(outside, 'r')
    },
  },
  {
    kind: 'with SHA-256 for names',
    make: ({ git, outside }) => {
      const at = join(outside, 'r')
      git('init', '--quiet', '--object-format=sha256', '--initial-branch=main', at)
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(at, path, '..'), { recursive: true })
        writeFileSync(join(at, path), text)
      }
      git('-C', at, 'add', '--all')
      git('-C', at, 'commit', '--quiet', '-m', 'Start')
      return at
    },
  },
  {
    kind: 'while gc runs',
    make: ({ root, git }) => {
      git('repack', '-adq')
      git('pack-refs', '--all')
      writeFileSync(join(root, '.git/gc.pid'), `${process.pid} here`)
    },
  },
  { kind: 'with a lock on the index', make: ({ root }) => writeFileSync(join(root, '.git/index.lock'), '') },
  {
    kind: 'below a link',
    make: ({ root, outside }) => {
      symlinkSync(root, join(outside, 'link'))
      return join(outside, 'link')
    },
  },
  {
    kind: 'owned by somebody else',
    make: ({ root }) => {
      if (process.getuid?.() === 0) for (const at of [root, join(root, '.git')]) chownSync(at, 12_345, 12_345)
    },
  },
  {
    kind: 'with CRLF, attributes and a filter that is not there',
    make: ({ git, write, commit }) => {
      git('config', 'core.autocrlf', 'true')
      git('config', 'filter.gone.clean', 'no-such-program')
      write('.gitattributes', '*.md eol=crlf\n*.txt filter=other\n')
      write('c.txt', 'kept as it is\r\n')
      commit('CRLF')
    },
  },
  {
    kind: 'with hooks that refuse everything',
    make: ({ root }) => {
      for (const name of ['pre-commit', 'reference-transaction', 'post-checkout']) {
        mkdirSync(join(root, '.git/hooks'), { recursive: true })
        writeFileSync(join(root, '.git/hooks', name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      }
    },
  },
  {
    kind: 'with names of all kinds, some of which differ in case only',
    make: ({ write, commit }) => {
      const names = [
        '-n',
        '--output=x',
        'new\nline',
        'tab\t',
        'quote"',
        '\x1b[31mred',
        'ü',
        'u\u0308',
        'a b',
        'src/A.JS',
      ]
      for (const name of [...names, 'back\\slash', ':(glob)*', '*', '~', '$(id)', '\u202egnp.js'])
        write(name, `${name}\n`)
      commit('Names')
    },
  },
  {
    kind: 'as a submodule of another',
    make: ({ git, root, outside }) => {
      const outer = join(outside, 'outer')
      git('init', '--quiet', outer)
      git('-C', outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'inner')
      git('-C', outer, 'commit', '--quiet', '-m', 'Start')
      return join(outer, 'inner')
    },
  },
]

test.each(working)('a repository $kind works: the work is on the branch, and all else is as it was', async (each) => {
  proves('F47')
  using repository = temporaryRepository(files)
  const made = each.make(repository)
  const at = typeof made === 'string' ? made : repository.root
  const git = (...parameters: readonly string[]): string =>
    repository.git('-c', 'safe.directory=*', '-C', at, ...parameters)
  const seen = (): readonly string[] => [
    git('rev-parse', 'HEAD'),
    git('ls-files', '--stage', '--debug'),
    ...git('for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .filter((line) => !line.startsWith('refs/heads/sigma/')),
    readFileSync(join(git('rev-parse', '--absolute-git-dir'), 'HEAD'), 'utf8'),
  ]
  const [before, untouched] = [seen(), repository.fingerprint()]
  const inspected = await inspectRepository(at, PATH)
  if (each.dirty !== undefined) expect(inspected.dirty).toEqual(each.dirty)
  const { workspaces } = await temporaryWorkspaces({ ...repository, root: at })
  const place = { run: 'r1', workspace: 'C1', base: git('rev-parse', 'HEAD'), documents: [] }
  const { path } = await workspaces.prepare(place)
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(path, name), 'utf8')).toBe(text)
  expect(await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Nothing', trailers: {} })).toEqual({
    kind: 'unchanged',
  })
  writeFileSync(join(path, 'src/a.js'), 'done\n')
  const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  await workspaces.deliver({ run: 'r1', commit: taken.commit })
  expect(git('show', 'sigma/r1:src/a.js')).toBe('done')
  expect(git('rev-list', '--count', 'HEAD..sigma/r1')).toBe('1')
  expect(git('diff-tree', '-r', '--name-only', 'HEAD', 'sigma/r1')).toBe('src/a.js')
  expect(seen()).toEqual(before)
  expect(repository.fingerprint()).toBe(untouched)
})
