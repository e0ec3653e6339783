import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { copyOf, type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const template = temporaryRepository({ 'src/a.js': '1\n', 'src/deep/b.js': '1\n', 'tool.sh': '#!/bin/sh\n' })
/** What an agent's turn does in its workspace, and the rule that refuses it; null: nothing is left of it in the commit. */
type Attempt = readonly [
  what: string,
  does: (path: string, repository: TemporaryRepository) => void,
  rule: string | null,
]

const attempts: readonly Attempt[] = [
  ['a repository of its own, to become a submodule', nestedRepository('src/vendor'), 'nested-repository'],
  [
    'a repository with a commit, its work tree removed',
    (path, repository) => {
      nestedRepository('src/vendor')(path, repository)
      rmSync(join(path, 'src/vendor/x'))
    },
    'nested-repository',
  ],
  [
    'a pointer to the person’s git folder',
    (path, { root }) => writeFileSync(join(path, 'src/.git'), `gitdir: ${root}/.git\n`),
    'nested-repository',
  ],
  [
    'a link called .git',
    (path, { root }) => symlinkSync(join(root, '.git'), join(path, 'src/.git')),
    'nested-repository',
  ],
  [
    'a list of submodules',
    (path) => writeFileSync(join(path, '.gitmodules'), '[submodule "x"]\n\tpath = x\n\turl = ext::sh\n'),
    'outside-role',
  ],
  ['a link to an absolute path', (path) => symlinkSync('/etc/passwd', join(path, 'src/c.js')), 'link-out-of-tree'],
  ['a link up and out', (path) => symlinkSync('../../../x', join(path, 'src/c.js')), 'link-out-of-tree'],
  [
    'a link over another link',
    (path) => {
      symlinkSync('..', join(path, 'src/up'))
      symlinkSync('up/../../x', join(path, 'src/c.js'))
    },
    'link-out-of-tree',
  ],
  [
    'a second name of a file outside',
    (path, { root }) => linkSync(join(root, 'src/a.js'), join(path, 'src/c.js')),
    'link-out-of-tree',
  ],
  [
    'a folder exchanged for a link',
    (path, { outside }) => {
      renameSync(join(path, 'src/deep'), join(outside, 'deep'))
      symlinkSync(join(outside, 'deep'), join(path, 'src/deep'))
    },
    'link-out-of-tree',
  ],
  ['a program made of a file that is not its own', (path) => chmodSync(join(path, 'tool.sh'), 0o755), 'outside-role'],
  ['rights of another user', (path) => chmodSync(join(path, 'src/a.js'), 0o6644), null],
  ['rights for everybody', (path) => chmodSync(join(path, 'src/a.js'), 0o666), null],
  ['a pipe', (path) => execFileSync('mkfifo', [join(path, 'src/c.js')]), 'special-file'],
  ['a line end in a name', (path) => writeFileSync(join(path, 'src/c\nx.js'), ''), 'unsafe-name'],
  ['a name that hides', (path) => writeFileSync(join(path, 'src/\u202ec.js'), ''), 'unsafe-name'],
  [
    'a name that another file system takes for .git',
    (path) => writeFileSync(join(path, 'src/.GIT '), ''),
    'nested-repository',
  ],
  ['a second spelling of a name', (path) => writeFileSync(join(path, 'src/A.js'), ''), 'case-collision'],
  [
    'the folders of a bare repository',
    (path) => {
      for (const folder of ['objects', 'refs']) mkdirSync(join(path, 'src/store', folder), { recursive: true })
      writeFileSync(join(path, 'src/store/HEAD'), 'ref: refs/heads/main\n')
    },
    'nested-repository',
  ],
]

function nestedRepository(at: string): Attempt[1] {
  return (path, repository) => {
    mkdirSync(join(path, at), { recursive: true })
    writeFileSync(join(path, at, 'x'), '')
    const git = (...words: readonly string[]): string => repository.git('-C', join(path, at), ...words)
    git('init', '--quiet')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'x')
  }
}

async function handedOut(repository: TemporaryRepository) {
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const intake = () => workspaces.intake({ ...place, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} })
  return { workspaces, place, path, intake }
}

test('a hostile change is refused by a rule that names it, and the refs, the tree and the settings of the person stand as they did', {
  timeout: 60_000,
}, async () => {
  proves('T35', 'T12')
  using repository = copyOf(template)
  const before = repository.fingerprint()
  const { workspaces, place, path, intake } = await handedOut(repository)
  for (const [what, does, rule] of attempts) {
    await workspaces.prepare(place)
    does(path, repository)
    const taken = await intake()
    if (rule === null) expect(taken, what).toEqual({ kind: 'unchanged' })
    else
      expect(taken, what).toMatchObject({
        kind: 'trespass',
        findings: [{ rule, remedy: expect.stringMatching(/\w+ \w+/) }],
      })
    expect(repository.fingerprint(), what).toBe(before)
  }
  // What is left of them does not outlast the next turn.
  await workspaces.prepare(place)
  expect(await intake()).toEqual({ kind: 'unchanged' })
})

test('names that look like options and modes of its own files are taken as what they are', async () => {
  proves('T35')
  using repository = copyOf(template)
  const { workspaces, path, intake } = await handedOut(repository)
  const names = ['--upload-pack=touch x', '-rf', '--', 'HEAD', 'refs:heads:main']
  for (const name of names) writeFileSync(join(path, 'src', name), '', { mode: 0o777 })
  chmodSync(join(path, 'src/a.js'), 0o4755)
  const taken = await intake()
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  expect(taken.changed).toEqual(expect.arrayContaining(names.map((name) => `src/${name}`)))
  await workspaces.deliver({ run: 'r1', commit: taken.commit })
  const modes = repository.git('ls-tree', '-r', '--format=%(objectmode)', 'sigma/r1').split('\n')
  expect(new Set(modes)).toEqual(new Set(['100644', '100755']))
})

test('history that was rewritten under Sigma changes nothing of what it commits: it goes by the hashes it recorded', async () => {
  proves('T35')
  using repository = copyOf(template)
  const { workspaces, path, intake } = await handedOut(repository)
  const evil = repository.git('commit-tree', '-m', 'evil', `${repository.head}^{tree}`)
  const observed = await workspaces.observe()
  writeFileSync(join(path, 'src/a.js'), '2\n')
  // Another commit in the place of the base, in the person's repository and in Sigma's; branches moved and gone.
  repository.git('replace', repository.head, evil)
  repository.git('branch', 'elsewhere', evil)
  repository.git('update-ref', 'refs/heads/main', evil)
  const own = join(repository.root, '.sigma/git')
  const object = join('objects', evil.slice(0, 2), evil.slice(2))
  cpSync(join(repository.root, '.git', object), join(own, object))
  const refs = repository.git('--git-dir', own, 'for-each-ref', '--format=%(refname)').split('\n').filter(Boolean)
  for (const ref of [...refs, 'refs/heads/main', `refs/replace/${repository.head}`]) {
    mkdirSync(join(own, ref, '..'), { recursive: true })
    writeFileSync(join(own, ref), `${evil}\n`)
  }
  const taken = await intake()
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  const parent = repository.git('--no-replace-objects', '--git-dir', own, 'rev-parse', `${taken.commit}^`)
  expect(parent).toBe(repository.head)
  await workspaces.deliver({ run: 'r1', commit: taken.commit })
  expect(repository.git('--no-replace-objects', 'rev-parse', 'sigma/r1^')).toBe(repository.head)
  const now = await workspaces.observe()
  const moved = Object.keys(now.parts).filter((part) => now.parts[part] !== observed.parts[part])
  expect(moved).toEqual(expect.arrayContaining(['refs/heads/main', 'refs/heads/elsewhere']))
})
