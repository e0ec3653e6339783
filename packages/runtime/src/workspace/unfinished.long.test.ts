/** A merge that does not come about, finished by a person in a workspace of their own (F46). */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IntakeSpec } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

type Acts = Readonly<Record<string, (folder: string) => void>>

/** The cycles do their work from HEAD, and are merged. */
async function merged(repository: TemporaryRepository, cycles: Acts) {
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const intake: Omit<IntakeSpec, 'workspace' | 'base'> = {
    run: 'r1',
    documents: [],
    writes: ['**'],
    guarded: ['package.json'],
    message: 'Work',
    trailers: { 'Sigma-Run': 'r1' },
  }
  const branches: { name: string; commit: string }[] = []
  for (const [name, act] of Object.entries(cycles)) {
    const place = { ...intake, workspace: name, base: repository.head }
    act((await workspaces.prepare(place)).path)
    const taken = await workspaces.intake(place)
    branches.push({ name, commit: taken.kind === 'committed' ? taken.commit : repository.head })
  }
  const together = await workspaces.integrate({ run: 'r1', branches, message: 'Combine', trailers: {} })
  const folder = workspaces.pathOf('r1', 'slice1-merge')
  const unfinished = together.kind === 'integrated' ? undefined : together.commit
  const lay = async (): Promise<string> => {
    if (unfinished === undefined) throw new Error('no conflict')
    await workspaces.restore({ run: 'r1', workspace: 'slice1-merge', commit: unfinished, for: 'person' })
    return unfinished
  }
  const takeIn = (base: string, more: Partial<IntakeSpec> = {}) =>
    workspaces.takeInMerge({ ...intake, workspace: 'slice1-merge', base, writes: ['src/**'], ...more }, true)
  const own = (...args: readonly string[]) =>
    repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, ...args).trim()
  return { workspaces, blobs, branches, together, folder, lay, takeIn, own }
}

const write =
  (path: string, text: string): Acts[string] =>
  (folder) =>
    writeFileSync(join(folder, path), text)

const start = { 'src/a.js': '1\n', 'src/b.js': '1\n', 'package.json': '{}\n', 'CLAUDE.md': 'Be kind.\n' }
const both = { C1: write('src/a.js', 'one\n'), C2: write('src/a.js', 'two\n') }

test('the merge is laid as far as it goes, with the names of the cycles in its marks, without a git folder', async () => {
  proves('F46')
  using repository = temporaryRepository(start)
  const { lay, folder, own, branches } = await merged(repository, {
    ...both,
    C3: write('src/b.js', 'three\n'),
  })
  const base = await lay()
  expect(readFileSync(join(folder, 'src/a.js'), 'utf8')).toBe(
    '<<<<<<< C1\none\n||||||| before\n1\n=======\ntwo\n>>>>>>> C2\n',
  )
  expect(readFileSync(join(folder, 'src/b.js'), 'utf8')).toBe('three\n')
  expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe('Be kind.\n')
  expect(existsSync(join(folder, '.git'))).toBe(false)
  expect(folder.startsWith(repository.root)).toBe(false)
  expect(own('rev-list', '--no-walk', '--parents', base).split(' ').slice(1)).toEqual(
    branches.map((each) => each.commit),
  )
})

test('what is finished is one merge of all the cycles; nothing of the marks is in its history', async () => {
  proves('F46', 'DPTR-102')
  using repository = temporaryRepository(start)
  const { lay, folder, takeIn, own, branches, workspaces } = await merged(repository, both)
  const base = await lay()
  expect(await takeIn(base)).toEqual({ kind: 'marked', files: ['src/a.js'] })
  write('src/a.js', 'one\n=======\ntwo\n')(folder)
  expect(await takeIn(base)).toEqual({ kind: 'marked', files: ['src/a.js'] })
  write('src/a.js', 'one and two\n')(folder)
  const taken = await takeIn(base)
  if (taken.kind !== 'committed') throw new Error(taken.kind)
  expect(String(await workspaces.read(taken.commit, 'src/a.js'))).toBe('one and two\n')
  expect(own('rev-list', '--no-walk', '--parents', taken.commit).split(' ').slice(1)).toEqual(
    branches.map((each) => each.commit),
  )
  expect(own('rev-list', taken.commit).split('\n')).not.toContain(base)
  // It was refused, and is put right from where the person left it.
  write('src/a.js', 'better\n')(folder)
  const again = await takeIn(base)
  expect(again.kind === 'committed' && String(await workspaces.read(again.commit, 'src/a.js'))).toBe('better\n')
})

test('only what the cycles may change is taken in, and no guarded file', async () => {
  proves('F46', 'DPTR-72')
  using repository = temporaryRepository({ ...start, 'docs/a.md': '' })
  const { lay, folder, takeIn } = await merged(repository, both)
  const base = await lay()
  write('src/a.js', 'both\n')(folder)
  write('docs/a.md', 'more\n')(folder)
  write('package.json', '{ "type": "module" }\n')(folder)
  const taken = await takeIn(base)
  expect(taken).toMatchObject({ kind: 'trespass', findings: [{ rule: 'outside-role' }, { rule: 'guarded-file' }] })
})

test('a file that one cycle removed and another changed has no marks: as it stands it may be what was meant', async () => {
  using repository = temporaryRepository(start)
  const acts = { C1: (folder: string) => rmSync(join(folder, 'src/b.js')), C2: write('src/b.js', 'two\n') }
  const { lay, takeIn, folder, workspaces } = await merged(repository, acts)
  const base = await lay()
  const kept = await takeIn(base)
  expect(kept.kind === 'committed' && String(await workspaces.read(kept.commit, 'src/b.js'))).toBe('two\n')
  rmSync(join(folder, 'src/b.js'))
  const gone = await takeIn(base)
  expect(gone.kind === 'committed' && (await workspaces.read(gone.commit, 'src/b.js'))).toBeNull()
})

test('lines that look like marks and stood there before the merge are no marks', async () => {
  using repository = temporaryRepository({ 'src/a.js': '=======\n\n1\n', 'src/b.js': '' })
  const marked = (text: string) => write('src/a.js', `=======\n\n${text}\n`)
  const { lay, folder, takeIn } = await merged(repository, { C1: marked('one'), C2: marked('two') })
  const base = await lay()
  marked('both')(folder)
  expect(await takeIn(base)).toMatchObject({ kind: 'committed' })
})

test('of three cycles those are named of which some two conflict', async () => {
  proves('DPTR-102', 'F46')
  using repository = temporaryRepository(start)
  const { together, blobs } = await merged(repository, {
    C1: write('src/b.js', 'other\n'),
    C2: write('src/a.js', 'one\n'),
    C3: write('src/a.js', 'two\n'),
  })
  expect(together).toMatchObject({ kind: 'conflicted', branches: ['C2', 'C3'], files: ['src/a.js'] })
  if (together.kind === 'conflicted')
    expect(Buffer.from(blobs.get(together.evidence ?? '')).toString()).toContain('>>>>>>> C3')
})

test('commits are merged for a look where they go together, and not where they conflict', async () => {
  using repository = temporaryRepository(start)
  const acts = { ...both, C3: write('src/b.js', 'three\n') }
  const { branches, workspaces } = await merged(repository, acts)
  const [one = '', two = '', three = ''] = branches.map(({ commit }) => commit)
  const tried = await workspaces.merged([one, three])
  expect(String(await workspaces.read(tried ?? '', 'src/b.js'))).toBe('three\n')
  expect(await workspaces.merged([one, two])).toBeNull()
  expect(await workspaces.merged([one])).toBe(one)
})

test('a conflict with what was combined before is put down to the part of it that conflicts, and laid as one merge', async () => {
  proves('DPTR-102')
  using repository = temporaryRepository(start)
  const { branches, together, workspaces, own } = await merged(repository, {
    api: write('src/a.js', 'one\n'),
    shop: write('src/b.js', 'two\n'),
    web: write('src/b.js', 'three\n'),
  })
  expect(together).toMatchObject({ kind: 'conflicted', branches: ['shop', 'web'] })
  const [api, shop, web] = branches
  if (api === undefined || shop === undefined || web === undefined) throw new Error('no branches')
  const spec = { run: 'r1', message: 'Integrate', trailers: {} }
  const trunk = await workspaces.integrate({ ...spec, branches: [api, shop] })
  if (trunk.kind !== 'integrated') throw new Error('a conflict')
  const parts = [{ name: 'api, shop', commit: trunk.commit }, api, shop, web]
  const conflicted = await workspaces.integrate({ ...spec, branches: parts })
  expect(conflicted).toMatchObject({ kind: 'conflicted', files: ['src/b.js'], branches: ['api, shop', 'shop', 'web'] })
  const { commit: unfinished = '' } = conflicted
  expect(own('rev-list', '--no-walk', '--parents', unfinished).split(' ').slice(1)).toEqual([trunk.commit, web.commit])
  expect(own('show', `${unfinished}:src/b.js`)).toMatch(/^<{7} api, shop\ntwo$[\s\S]*^>{7} web$/m)
})
