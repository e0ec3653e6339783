import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Integration } from '@sigma/engine'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import type { WorkspaceStore } from './workspaces.ts'

const numbers = '1\n2\n3\n4\n5\n6\n7\n8\n'

/** A commit of a run, as a turn leaves it. */
async function turn(
  workspaces: WorkspaceStore,
  base: string,
  name: string,
  file: string,
  content: string,
): Promise<string> {
  const place = { run: 'r1', workspace: name, base, documents: [] }
  const { path } = await workspaces.prepare(place)
  writeFileSync(join(path, file), content)
  const rules = { writes: ['**'], guarded: [], message: `GREEN: ${name}`, trailers: { 'Sigma-Phase': 'GREEN' } }
  const intake = await workspaces.intake({ ...place, ...rules })
  if (intake.kind !== 'committed') throw new Error(intake.kind)
  return intake.commit
}

function carry(
  workspaces: WorkspaceStore,
  repository: TemporaryRepository,
  commit: string,
  head: string,
): Promise<Integration> {
  return workspaces.integrate({
    run: 'r1',
    branches: [{ name: 'the work', commit }],
    message: 'Carry the work over to main',
    trailers: { 'Sigma-Run': 'r1' },
    onto: { name: 'main', commit: head, from: repository.head },
  })
}

function commitOf(integration: Integration): string {
  if (integration.kind !== 'integrated') throw new Error(integration.files.join(' '))
  return integration.commit
}

test('every phase stays a commit of its own on the new head, with its trailers, however often it is done', async () => {
  using repository = temporaryRepository({ 'a.txt': numbers, 'b.txt': numbers })
  const { workspaces } = await temporaryWorkspaces(repository)
  const phase0 = await turn(workspaces, repository.head, 'Phase0', 'c.txt', 'new\n')
  const one = await turn(workspaces, phase0, 'C1', 'a.txt', numbers.replace('1\n', 'one\n'))
  const two = await turn(workspaces, phase0, 'C2', 'b.txt', numbers.replace('8\n', 'eight\n'))
  const branches = [one, two].map((commit, at) => ({ name: `C${at + 1}`, commit }))
  const together = commitOf(
    await workspaces.integrate({ run: 'r1', branches, message: 'Combine C1, C2', trailers: { 'Sigma-Run': 'r1' } }),
  )
  repository.write('a.txt', numbers.replace('8\n', 'theirs\n'))
  const head = repository.commit('Theirs')
  const carried = commitOf(await carry(workspaces, repository, together, head))
  expect(commitOf(await carry(workspaces, repository, together, head))).toBe(carried)
  const before = repository.fingerprint()
  const { branch } = await workspaces.deliver({ run: 'r1', commit: carried })
  expect(repository.fingerprint()).toBe(before)
  expect(repository.git('log', '--topo-order', '--format=%s', `main..${branch}`).split('\n').sort()).toEqual([
    'Combine C1, C2',
    'GREEN: C1',
    'GREEN: C2',
    'GREEN: Phase0',
  ])
  expect(repository.git('log', '--format=%(trailers:key=Sigma-Phase,valueonly)', `main..${branch}`)).toContain('GREEN')
  expect(repository.git('merge-base', 'main', branch)).toBe(head)
  expect(repository.git('show', `${branch}:a.txt`)).toBe('one\n2\n3\n4\n5\n6\n7\ntheirs')
  expect(repository.git('show', `${branch}:b.txt`)).toBe(numbers.replace('8\n', 'eight'))
  expect(repository.git('fsck', '--strict', '--no-dangling')).not.toMatch(/error|missing/)
})

test('where a single commit does not fit but the whole does, the whole becomes one merge', async () => {
  using repository = temporaryRepository({ 'a.txt': numbers })
  const { workspaces } = await temporaryWorkspaces(repository)
  const tried = await turn(workspaces, repository.head, 'C1', 'a.txt', numbers.replace('1\n', 'tried\n'))
  const done = await turn(workspaces, tried, 'C1', 'a.txt', numbers.replace('8\n', 'eight\n'))
  repository.write('a.txt', numbers.replace('1\n', 'theirs\n'))
  const head = repository.commit('Theirs')
  const { branch } = await workspaces.deliver({
    run: 'r1',
    commit: commitOf(await carry(workspaces, repository, done, head)),
  })
  expect(repository.git('log', '-1', '--format=%P %s', branch)).toBe(`${head} ${done} Carry the work over to main`)
  expect(repository.git('show', `${branch}:a.txt`)).toBe('theirs\n2\n3\n4\n5\n6\n7\neight')
})

test('a conflict names the files and shows the pieces, under the names that people use', async () => {
  using repository = temporaryRepository({ 'a.txt': numbers })
  const { workspaces, blobs } = await temporaryWorkspaces(repository)
  const mine = await turn(workspaces, repository.head, 'C1', 'a.txt', numbers.replace('1\n', 'mine\n'))
  repository.write('a.txt', numbers.replace('1\n', 'theirs\n'))
  const head = repository.commit('Theirs')
  const conflicted = await carry(workspaces, repository, mine, head)
  expect(conflicted).toMatchObject({ kind: 'conflicted', files: ['a.txt'] })
  const evidence = conflicted.kind === 'conflicted' && conflicted.evidence !== null ? conflicted.evidence : ''
  expect(Buffer.from(blobs.get(evidence)).toString()).toMatch(/<{7} main\ntheirs[\s\S]*mine\n>{7} the work/)
})

test('how a branch stands to where it stood is told without writing anything', async () => {
  using repository = temporaryRepository()
  const { workspaces } = await temporaryWorkspaces(repository)
  const stands = () => workspaces.standing('refs/heads/main', repository.head)
  expect(await stands()).toEqual({ stands: 'still' })
  appendFileSync(join(repository.root, 'README.md'), 'more\n')
  const head = repository.commit('More')
  repository.git('branch', 'main-and-more')
  const before = repository.fingerprint()
  expect(await stands()).toEqual({ stands: 'ahead', head })
  expect(repository.fingerprint()).toBe(before)
  repository.git('checkout', '--quiet', '--orphan', 'other')
  const other = repository.commit('Other')
  repository.git('branch', '--force', 'main')
  expect(await stands()).toEqual({ stands: 'elsewhere', head: other })
  repository.git('branch', '-D', 'main')
  expect(await stands()).toEqual({ stands: 'gone' })
  await expect(workspaces.standing('--output=x', repository.head)).rejects.toMatchObject({ code: 'unsafe-revision' })
})
