import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

/** In a sandbox a folder is put right when it is left, and else when it is used again. */
const standings = [
  ['in a sandbox', true],
  ['without one', false],
] as const

test.each(standings)(
  '%s the next checkout may take over files of the last, and nothing that was done to them',
  async (_, confined) => {
    using repository = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n', 'lib/c.js': '1\n', kept: '1\n' })
    repository.write('src/b.js', '2\n')
    const next = repository.commit('Next')
    const { workspaces } = await temporaryWorkspaces(repository, { confined })

    let first = { path: '', kept: 0 }
    {
      await using used = await workspaces.open({ commit: repository.head })
      const at = (path: string): string => join(used.path, path)
      first = { path: used.path, kept: statSync(at('kept')).ino }
      const { atime, mtime } = statSync(at('src/a.js'))
      writeFileSync(at('src/a.js'), '9\n')
      utimesSync(at('src/a.js'), atime, mtime)
      writeFileSync(at('src/planted.js'), '')
      mkdirSync(at('empty'))
      rmSync(at('lib'), { recursive: true })
      symlinkSync(repository.outside, at('lib'))
      chmodSync(at('kept'), 0o755)
      chmodSync(at('kept'), 0o644)
      writeFileSync(join(used.scratch, 'coverage'), '')
    }
    expect(existsSync(first.path)).toBe(false)
    await using checkout = await workspaces.open({ commit: next })
    expect(filesIn(checkout.path)).toEqual({ 'src/a.js': '1\n', 'src/b.js': '2\n', 'lib/c.js': '1\n', kept: '1\n' })
    expect(readdirSync(checkout.path).sort()).toEqual(['kept', 'lib', 'src'])
    expect(readdirSync(checkout.scratch)).toEqual([])
    expect(statSync(join(checkout.path, 'kept')).ino).toBe(first.kept)
  },
)

/** Commits that differ in all ways in which commits can. */
function shapes(repository: TemporaryRepository): readonly string[] {
  const lay = (files: Readonly<Record<string, string>>): string => {
    repository.git('rm', '-rqf', '--ignore-unmatch', '.')
    for (const [path, content] of Object.entries(files)) repository.write(path, content)
    return repository.commit('Shape')
  }
  const bare = lay({ 'a.js': '1\n', 'deep/er/est/b.js': '1\n', 'deep/c.js': '1\n' })
  const turned = lay({ 'a.js/b.js': '2\n', deep: 'a file\n', 'new/er/d.js': '1\n' })
  repository.git('update-index', '--chmod=+x', 'deep')
  repository.git('commit', '--quiet', '-m', 'Executable')
  const executable = repository.git('rev-parse', 'HEAD')
  const linked = lay({ 'a.js': '1\n', 'deep/er/b.js': '1\n' })
  symlinkSync('a.js', join(repository.root, 'new'))
  return [bare, turned, executable, linked, repository.commit('A link')]
}

test.each(standings)(
  '%s checkouts that follow one another hold what their own commits hold, in any order',
  async (_, confined) => {
    using repository = temporaryRepository()
    const commits = shapes(repository)
    const fresh = new Map<string, unknown>()
    for (const commit of commits) {
      const { workspaces } = await temporaryWorkspaces(repository)
      await using checkout = await workspaces.open({ commit })
      fresh.set(commit, filesIn(checkout.path))
    }
    const { workspaces } = await temporaryWorkspaces(repository, { confined })
    for (const from of commits)
      for (const to of commits)
        for (const commit of [from, to]) {
          await using checkout = await workspaces.open({ commit })
          expect(filesIn(checkout.path)).toEqual(fresh.get(commit))
        }
  },
)

test('a folder that a check left is put right before the next one asks for it', async () => {
  using repository = temporaryRepository({ 'a.js': '1\n', 'b.js': '1\n' })
  const { workspaces } = await temporaryWorkspaces(repository, { confined: true })
  let path = ''
  {
    await using checkout = await workspaces.open({ commit: repository.head })
    path = checkout.path
    writeFileSync(join(path, 'a.js'), 'cheat\n')
  }
  const left = `${join(path, '..')}-spare`
  await expect.poll(() => readFileSync(join(left, 'a.js'), 'utf8')).toBe('1\n')
})

/** Contents by path; of a link what it leads to, and of a folder without files that it is one. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => {
    const stat = lstatSync(join(folder, path))
    if (stat.isDirectory()) return readdirSync(join(folder, path)).length === 0 ? [[path, 'an empty folder']] : []
    const mode = (stat.mode & 0o100) === 0 || stat.isSymbolicLink() ? '' : 'executable '
    return [[path, stat.isSymbolicLink() ? 'a link' : `${mode}${readFileSync(join(folder, path), 'utf8')}`]]
  })
  return Object.fromEntries(found.flat())
}
