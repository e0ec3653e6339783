import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { expect, test } from 'vitest'
import { createAgents } from '../agents/agents.ts'
import { usableRepository } from '../git/repository.ts'
import { createProcesses } from '../process/processes.ts'
import { temporaryRepository, turnRequest } from '../testing/index.ts'
import { createWorkspaces } from './workspaces.ts'

const agent = `
import { readFileSync, writeFileSync } from 'node:fs'
const handoff = JSON.parse(readFileSync(0, 'utf8'))
writeFileSync('src/sum.js', 'export const sum = (a, b) => a + b\\n')
console.log('working')
console.log('→[GC, ' + handoff.metadata.turn + ']')
`

test('a turn goes from a commit to a branch, and the person’s repository is as it was', async () => {
  using repository = temporaryRepository({ 'src/sum.js': 'export const sum = 0\n', 'design.md': '# Sum\n' })
  writeFileSync(join(repository.outside, 'agent.mjs'), agent)
  const before = repository.fingerprint()
  const { PATH = '' } = process.env
  const [processes, blobs] = [createProcesses(), memoryBlobs()]
  const workspaces = createWorkspaces({
    repository: await usableRepository(repository.root, PATH),
    dataFolder: join(repository.root, '.sigma'),
    cacheFolder: join(repository.outside, 'cache'),
    blobs,
    processes,
    environment: process.env,
    setup: null,
  })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const agents = createAgents({
    agents: { mine: { kind: 'command', command: ['node', 'agent.mjs'] } },
    roles: { dev: 'mine' },
    processes,
    blobs,
    environment: process.env,
    root: repository.outside,
  })
  const turn = await agents.turn(turnRequest(path), new AbortController().signal)
  expect(turn).toMatchObject({ kind: 'answered', code: 'GC', message: 'a1' })
  const taken = await workspaces.intake({
    ...place,
    writes: ['src/**'],
    guarded: [],
    message: 'GREEN',
    trailers: { 'Sigma-Run': 'r1' },
  })
  if (taken.kind !== 'committed') throw new Error(JSON.stringify(taken))
  expect(taken.changed).toEqual(['src/sum.js'])
  const together = await workspaces.integrate({
    run: 'r1',
    branches: [{ name: 'C1', commit: taken.commit }],
    message: 'Merge',
    trailers: {},
  })
  expect(together).toEqual({ kind: 'integrated', commit: taken.commit })
  await using checkout = await workspaces.open({ commit: taken.commit })
  expect(readFileSync(join(checkout.path, 'src/sum.js'), 'utf8')).toContain('a + b')
  expect(await workspaces.deliver({ run: 'r1', commit: taken.commit })).toEqual({ branch: 'sigma/r1' })
  expect(repository.git('rev-parse', 'sigma/r1')).toBe(taken.commit)
  expect(repository.git('rev-parse', 'sigma/r1^')).toBe(repository.head)
  expect(repository.git('log', '-1', '--format=%an <%ae>%n%B', 'sigma/r1')).toBe(
    'Sigma <sigma@localhost>\nGREEN\n\nSigma-Run: r1',
  )
  expect(repository.fingerprint()).toBe(before)
})
