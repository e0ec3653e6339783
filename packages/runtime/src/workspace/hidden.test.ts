/** What a role is not shown lies in no workspace of its, is in no commit's way, and stays as the base has it. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const hides = ['**/*.held.*']
const files = { 'src/a.js': 'one\n', 'test/a.test.js': 'shown\n', 'test/a.held.test.js': 'held\n' }

test('hidden files are not laid, not missed, and there again for who may see them', async () => {
  proves('DPTR-72')
  using repository = temporaryRepository(files)
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare({ ...place, hides })
  expect(existsSync(join(path, 'test/a.test.js'))).toBe(true)
  expect(existsSync(join(path, 'test/a.held.test.js'))).toBe(false)
  writeFileSync(join(path, 'src/a.js'), 'two\n')
  const intake = await workspaces.intake({
    ...place,
    hides,
    writes: ['**'],
    guarded: [],
    message: 'Work',
    trailers: {},
  })
  expect(intake).toMatchObject({ kind: 'committed', changed: ['src/a.js'] })
  const base = intake.kind === 'committed' ? intake.commit : ''
  const next = await workspaces.prepare({ ...place, base })
  expect(readFileSync(join(next.path, 'test/a.held.test.js'), 'utf8')).toBe('held\n')
  expect(readFileSync(join(next.path, 'src/a.js'), 'utf8')).toBe('two\n')
})

test('where tests of such a workspace are tried they are not there either', async () => {
  using repository = temporaryRepository(files)
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare({ ...place, hides })
  const into = join(mkdtempSync(join(tmpdir(), 'sigma-mirror-')), 'tree')
  const mirror = await workspaces.mirror(path, into, [])
  await mirror.follow()
  expect(existsSync(join(into, 'test/a.test.js'))).toBe(true)
  expect(existsSync(join(into, 'test/a.held.test.js'))).toBe(false)
})

test('a file that somebody makes under such a name is theirs to be judged by', async () => {
  using repository = temporaryRepository(files)
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare({ ...place, hides })
  writeFileSync(join(path, 'test/a.held.test.js'), 'mine\n')
  const intake = await workspaces.intake({
    ...{ ...place, hides, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} },
  })
  expect(intake).toMatchObject({ kind: 'trespass', changed: ['test/a.held.test.js'] })
})
