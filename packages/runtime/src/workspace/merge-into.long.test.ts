import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository } from '../testing/index.ts'
import { landing } from './testing/landing.ts'

const files = {
  'src/a.js': '1\n2\n3\n4\n5\n6\n7\n',
  'src/b.js': 'b\n',
  'src/gone.js': 'gone\n',
  '.gitignore': '*.local\n',
}
const merge = 'refs/heads/main'

/** A task whose work stands ready to be merged, from the first commit. */
async function ready(repository: TemporaryRepository, changes: Readonly<Record<string, string>>) {
  repository.write('.git/info/exclude', '.sigma/\n')
  const { turn, land, why } = await landing(repository)
  const commit = await turn('one', changes, repository.head)
  return { land: (spec = {}) => land('tk-1', [commit], { merge, ...spec }), why }
}

const read = (repository: TemporaryRepository, path: string): string =>
  readFileSync(join(repository.root, path), 'utf8')

test('a branch that is checked out and clean goes forward with its index and files, and work elsewhere in it stays', async () => {
  proves('ROOM-122', 'T36')
  using repository = temporaryRepository(files)
  repository.write('src/b.js', 'mine, staged\n')
  repository.git('add', 'src/b.js')
  repository.write('src/b.js', 'mine, changed\n')
  repository.write('src/loose.js', 'mine, new\n')
  const { land } = await ready(repository, { 'src/a.js': 'one\n', 'src/deep/new.js': 'new\n' })
  expect(await land()).toEqual({ kind: 'integrated', commit: repository.git('rev-parse', 'main') })
  expect(repository.git('rev-parse', 'main')).toBe(repository.git('rev-parse', 'sigma/tk-1'))
  expect(repository.git('status', '--porcelain')).toBe('MM src/b.js\n?? src/loose.js')
  expect(['src/a.js', 'src/deep/new.js', 'src/b.js'].map((path) => read(repository, path))).toEqual([
    'one\n',
    'new\n',
    'mine, changed\n',
  ])
  expect(repository.git('show', ':src/b.js')).toBe('mine, staged')
  expect(repository.git('log', '--format=%s', 'main')).toBe('Land tk-1\nStart')
  expect(repository.git('reflog', 'main')).toContain('merge sigma/tk-1')
  repository.git('fsck', '--strict', '--no-dangling')
})

test('what came to the branch meanwhile is merged with it, clean, in one commit with both as parents', async () => {
  using repository = temporaryRepository(files)
  const { land } = await ready(repository, { 'src/a.js': '1\n2\n3\n4\n5\n6\nseven\n' })
  repository.write('src/a.js', 'one\n2\n3\n4\n5\n6\n7\n')
  const theirs = repository.commit('Theirs')
  expect(await land()).toMatchObject({ kind: 'integrated' })
  expect(repository.git('log', '-1', '--format=%P %s', 'main')).toBe(
    `${theirs} ${repository.git('rev-parse', 'sigma/tk-1')} Merge sigma/tk-1 into main`,
  )
  expect(read(repository, 'src/a.js')).toBe('one\n2\n3\n4\n5\n6\nseven\n')
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('a branch that is not checked out is moved by its ref alone', async () => {
  using repository = temporaryRepository(files)
  const { land } = await ready(repository, { 'src/a.js': 'one\n' })
  repository.git('checkout', '--quiet', '-b', 'mine')
  repository.write('src/a.js', 'mine\n')
  expect(await land()).toMatchObject({ kind: 'integrated' })
  expect(repository.git('rev-parse', 'main')).toBe(repository.git('rev-parse', 'sigma/tk-1'))
  expect(repository.git('rev-parse', 'HEAD')).toBe(repository.head)
  expect(repository.git('status', '--porcelain')).toBe('M src/a.js')
})

/** What a person may be at, and the files that are named for it. */
const hindrances: Readonly<
  Record<string, readonly [(repository: TemporaryRepository) => void, RegExp, readonly string[]]>
> = {
  'a changed file': [({ write }) => write('src/a.js', 'mine\n'), /not committed/, ['src/a.js']],
  'a staged file': [
    ({ write, git }) => {
      write('src/a.js', 'mine\n')
      git('add', 'src/a.js')
    },
    /not committed/,
    ['src/a.js'],
  ],
  'a removed file': [({ git }) => git('rm', '--quiet', '--cached', 'src/a.js'), /not committed/, ['src/a.js']],
  'a new file': [({ write }) => write('src/new.js', 'mine\n'), /in the way/, ['src/new.js']],
  'an ignored file': [({ write }) => write('keys.local', 'mine\n'), /in the way/, ['keys.local']],
  'an ignored file where a folder is to be': [
    ({ write }) => write('dir.local', 'mine\n'),
    /in the way/,
    ['dir.local/x'],
  ],
  'another working tree': [
    ({ git, outside }) => {
      git('checkout', '--quiet', '-b', 'mine')
      git('worktree', 'add', '--quiet', join(outside, 'tree'), 'main')
    },
    /another working tree/,
    [],
  ],
  'a merge that is not over': [({ write }) => write('.git/MERGE_HEAD', '0'.repeat(40)), /in the middle of merging/, []],
  'a rebase of the branch': [
    ({ git, write }) => {
      git('checkout', '--quiet', '--detach')
      write('.git/rebase-merge/head-name', 'refs/heads/main\n')
    },
    /rebased/,
    [],
  ],
  'a history that was rewritten': [
    ({ git }) => {
      git('checkout', '--quiet', '--orphan', 'other')
      git('commit', '--quiet', '-m', 'Other')
      git('branch', '-f', 'main')
    },
    /part in no single commit/,
    [],
  ],
  'a change of the same line': [
    ({ write, commit }) => {
      write('src/a.js', 'theirs\n')
      commit('Theirs')
    },
    /<<<<<<< main\ntheirs\n[\s\S]*one\n>>>>>>> sigma\/tk-1/,
    ['src/a.js'],
  ],
}

test.each(Object.keys(hindrances))(
  '%s stands against a merge: all stays as it was, and the work at its branch',
  async (name) => {
    proves('ROOM-123')
    using repository = temporaryRepository(files)
    const changes = { 'src/a.js': 'one\n', 'src/new.js': 'new\n', 'keys.local': 'keys\n', 'dir.local/x': 'x\n' }
    const { land, why } = await ready(repository, {})
    const tracked = await forced(repository, changes)
    const [act, reason, named] = hindrances[name] ?? [() => {}, /^$/, []]
    act(repository)
    const before = repository.fingerprint()
    const end = await land({ branches: [{ name: 'one', commit: tracked }] })
    expect(end).toMatchObject({ kind: 'conflicted', files: named })
    expect(why(end)).toMatch(reason)
    expect(repository.fingerprint()).toBe(before)
    expect(repository.git('show', 'sigma/tk-1:src/a.js')).toBe('one')
  },
)

/** A commit on the first one that holds these, ignored or not, made where no branch is. */
async function forced(
  { git, outside, head }: TemporaryRepository,
  changes: Readonly<Record<string, string>>,
): Promise<string> {
  const at = join(outside, 'forced')
  git('worktree', 'add', '--quiet', '--detach', at, head)
  for (const [path, content] of Object.entries(changes)) {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), content)
  }
  git('-C', at, 'add', '--all', '--force')
  git('-C', at, 'commit', '--quiet', '-m', 'Work')
  const commit = git('-C', at, 'rev-parse', 'HEAD')
  git('worktree', 'remove', '--force', at)
  return commit
}

test('files that a filter of the person’s writes are left to them, and the filter is not started', async () => {
  using repository = temporaryRepository({ ...files, '.gitattributes': '*.js filter=loud\n' })
  const trace = join(repository.outside, 'filtered')
  repository.git('config', 'filter.loud.smudge', `sh -c 'echo ran >> ${trace}; cat'`)
  const { land, why } = await ready(repository, { 'src/a.js': 'one\n' })
  const end = await land()
  expect(end).toMatchObject({ kind: 'conflicted', files: ['src/a.js'] })
  expect(why(end)).toContain('git merge sigma/tk-1')
  expect(existsSync(trace)).toBe(false)
  expect(repository.git('rev-parse', 'main')).toBe(repository.head)
})

test('who was killed between index and ref, or before both, goes on, and who merged by hand is done', async () => {
  using repository = temporaryRepository(files)
  const { land } = await ready(repository, { 'src/a.js': 'one\n', 'src/new.js': 'new\n' })
  await land({ merge: undefined })
  const landed = repository.git('rev-parse', 'sigma/tk-1')
  repository.git('read-tree', '-m', '-u', repository.head, landed)
  expect(repository.git('status', '--porcelain')).toBe('M  src/a.js\nA  src/new.js')
  expect(await land()).toEqual({ kind: 'integrated', commit: landed })
  expect(repository.git('rev-parse', 'main')).toBe(landed)
  expect(repository.git('status', '--porcelain')).toBe('')
  repository.git('commit', '--quiet', '--allow-empty', '-m', 'Further')
  const further = repository.git('rev-parse', 'main')
  expect(await land()).toEqual({ kind: 'integrated', commit: landed })
  expect(repository.git('rev-parse', 'main')).toBe(further)
})
