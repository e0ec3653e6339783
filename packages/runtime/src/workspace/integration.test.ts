import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

async function slice(repository: TemporaryRepository) {
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const cycle = async (workspace: string, act: (path: string) => void): Promise<{ name: string; commit: string }> => {
    const place = { run: 'r1', workspace, base: repository.head, documents: [] }
    const { path } = await workspaces.prepare(place)
    act(path)
    const intake = await workspaces.intake({
      ...place,
      writes: ['**'],
      guarded: [],
      message: `Cycle ${workspace}`,
      trailers: {},
    })
    return { name: workspace, commit: intake.kind === 'committed' ? intake.commit : repository.head }
  }
  return { workspaces, blobs, cycle }
}

test('each cycle of a slice works in a folder of its own, and the combination holds what all of them did', async () => {
  proves('DPTR-101')
  using repository = temporaryRepository({ 'src/a.js': '1\n2\n3\n4\n5\n6\n7\n8\n', 'src/b.js': '1\n' })
  const { workspaces, cycle } = await slice(repository)
  const folders = ['C1', 'C2', 'C3'].map((name) => workspaces.pathOf('r1', name))
  expect(new Set(folders).size).toBe(3)
  expect(folders.some((folder) => folder.startsWith(repository.root))).toBe(false)
  const [one, two, three] = await Promise.all([
    cycle('C1', (path) => writeFileSync(join(path, 'src/a.js'), 'one\n2\n3\n4\n5\n6\n7\n8\n')),
    cycle('C2', (path) => writeFileSync(join(path, 'src/a.js'), '1\n2\n3\n4\n5\n6\n7\ntwo\n')),
    cycle('C3', (path) => {
      writeFileSync(join(path, 'src/c.js'), 'three\n')
      rmSync(join(path, 'src/b.js'))
    }),
  ])
  const trailers = { 'Sigma-Run': 'r1' }
  const together = await workspaces.integrate({ run: 'r1', branches: [one, two, three], message: 'Combine', trailers })
  if (together.kind !== 'integrated') throw new Error('conflict')
  expect(await workspaces.diff(repository.head, together.commit)).toEqual([
    { path: 'src/a.js', status: 'M' },
    { path: 'src/b.js', status: 'D' },
    { path: 'src/c.js', status: 'A' },
  ])
  expect(String(await workspaces.read(together.commit, 'src/a.js'))).toBe('one\n2\n3\n4\n5\n6\n7\ntwo\n')
  const log = repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'log', '--format=%s', together.commit)
  expect(log.split('\n').sort()).toEqual(['Combine', 'Combine', 'Cycle C1', 'Cycle C2', 'Cycle C3', 'Start'])
})

test('a conflict names the files and shows the pieces under the cycles’ names', async () => {
  proves('F46', 'DPTR-101')
  using repository = temporaryRepository({ 'src/a.js': '1\n', 'src/b.js': '1\n', 'src/same.js': '1\n' })
  const { workspaces, blobs, cycle } = await slice(repository)
  const one = await cycle('C1', (path) => {
    writeFileSync(join(path, 'src/a.js'), 'one\n')
    writeFileSync(join(path, 'src/b.js'), 'one\n')
    writeFileSync(join(path, 'src/same.js'), 'both\n')
  })
  const two = await cycle('C2', (path) => {
    writeFileSync(join(path, 'src/a.js'), 'two\n')
    rmSync(join(path, 'src/b.js'))
    writeFileSync(join(path, 'src/same.js'), 'both\n')
  })
  const conflict = await workspaces.integrate({ run: 'r1', branches: [one, two], message: 'Combine', trailers: {} })
  if (conflict.kind !== 'conflicted') throw new Error(conflict.kind)
  expect(conflict.files).toEqual(['src/a.js', 'src/b.js'])
  const pieces = Buffer.from(blobs.get(conflict.evidence ?? '')).toString()
  expect(pieces).toContain('<<<<<<< C1\none\n')
  expect(pieces).toContain('two\n>>>>>>> C2')
})

test('one branch is taken as it is, and a cycle that changed nothing makes no merge', async () => {
  using repository = temporaryRepository({ 'src/a.js': '1\n' })
  const { workspaces, cycle } = await slice(repository)
  const idle = await cycle('C1', () => {})
  const busy = await cycle('C2', (path) => writeFileSync(join(path, 'src/a.js'), '2\n'))
  for (const branches of [[busy], [idle, busy], [busy, idle], [busy, busy]]) {
    const together = await workspaces.integrate({ run: 'r1', branches, message: 'Combine', trailers: {} })
    expect(together).toEqual({ kind: 'integrated', commit: busy.commit })
  }
})
