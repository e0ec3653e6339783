import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs, type TurnRequest } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from '../../process/processes.ts'
import { turnRequest } from '../../testing/index.ts'
import { claudeItself } from '../acp/profiles/claude.ts'
import type { ClaudeAgent } from '../config.ts'
import type { Confining } from '../confinement.ts'
import { type Launch, launchOf } from './launch.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-launch-')))
const [cwd, home, dependencies] = [join(root, 'run/C1'), '/home/ada', join(root, 'dependencies')]
for (const folder of [cwd, dependencies]) mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(root, { recursive: true, force: true }))

const limits = { processes: null, memoryBytes: null, diskBytes: null }
const confining: Confining = { holds: true, limits, dependencies, guardedOf: () => ['src/guarded.js'] }
const report = { url: 'http://127.0.0.1:4711/mcp', token: 'of-this.turn', taken: () => null }

async function launched(config: Omit<ClaudeAgent, 'kind'>, some: Partial<TurnRequest>, holds = true): Promise<Launch> {
  const world = { processes: createProcesses(), blobs: memoryBlobs(), environment: { PATH: '/bin', HOME: home }, root }
  const request = turnRequest(cwd, some)
  const { signal } = new AbortController()
  const turn = { agent: 'mine', request, signal, world: { ...world, confining: { ...confining, holds } } }
  return launchOf(turn, { kind: 'claude', ...config })
}

test('it is given its session, where to report, and in the sandbox what it needs and no more', async () => {
  const { spec } = await launched({}, { session: 's0', hosts: ['127.0.0.1:4711'], report })
  expect(spec).toMatchObject({
    ...{ command: ['claude'], cwd, model: null, resume: 's0' },
    env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' },
    servers: [{ name: 'sigma', url: report.url, headers: { Authorization: 'Bearer of-this.turn' } }],
    confined: { hosts: [...claudeItself.hosts, '127.0.0.1:4711'] },
  })
  expect(spec.confined?.writes).toContain(join(cwd, 'src'))
  expect(spec.confined?.writes).not.toContain(cwd)
  const whole = await launched({ workspace: 'whole' }, {})
  expect(whole.spec.confined?.writes).toContain(cwd)
  expect([whole.spec.servers, whole.spec.resume]).toEqual([[], null])
})

test("it may write the files of its role, and its own home where that is not the user's", async () => {
  const paths = ['src/a.js', 'src/guarded.js', 'test/a.test.js', join(home, 'notes'), '/etc/passwd', '/tmp/a']
  const allowed = ({ permission }: Launch): readonly string[] =>
    paths.filter((path) => {
      const asked = { id: '1', name: 'Write', action: 'edit', paths: [path], title: '' } as const
      return permission(asked).allowed
    })
  expect(allowed(await launched({}, {}))).toEqual(['src/a.js', join(home, 'notes'), '/tmp/a'])
  expect(allowed(await launched({}, {}, false))).toEqual(['src/a.js', '/tmp/a'])
})

test('in the sandbox it may write where its role makes new files, beside those that it changes', async () => {
  const { handoff } = turnRequest(cwd)
  const metadata = { ...Object(handoff['metadata']), writable: ['src/deep/a.js'], creatable: ['src/**', 'lib/*.js'] }
  const { spec } = await launched({}, { handoff: { ...handoff, metadata } })
  expect(spec.confined?.writes).toEqual(expect.arrayContaining([join(cwd, 'src'), join(cwd, 'lib')]))
  expect(spec.confined?.writes).not.toContain(cwd)
})

test('no two workspaces, agents or roles have a home together', async () => {
  const homeOf = async (role: string): Promise<string | undefined> =>
    (await launched({}, { role })).spec.confined?.home?.folder
  expect(await homeOf('dev')).toBe(join(root, 'run/.homes/C1/dev/mine'))
  expect(await homeOf('qa')).toBe(join(root, 'run/.homes/C1/qa/mine'))
})
