import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryBlobs, type TurnRequest, type TurnResult } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { createProcesses } from '../process/processes.ts'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'
import type { CommandAgent } from './config.ts'
import { agentFaults } from './faults.ts'
import { resolveCommand } from './starting.ts'

const { PATH = '' } = process.env
const folder = mkdtempSync(join(tmpdir(), 'sigma-agents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const workspace = join(folder, 'workspaces/C1')
mkdirSync(workspace, { recursive: true })
writeFileSync(join(workspace, 'design.md'), '# Sum\n')
const blobs = memoryBlobs()
const processes = createProcesses()
let agents = 0

/** One turn of an agent that is this program. */
async function played(
  program: string,
  request: Partial<TurnRequest> = {},
  config: Partial<CommandAgent> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<TurnResult> {
  agents += 1
  const file = `agent-${agents}.mjs`
  writeFileSync(join(folder, file), program)
  const mine: CommandAgent = { kind: 'command', command: ['node', file], ...config }
  const environment = {
    PATH,
    HOME: '/home/ada',
    LC_ALL: 'C.UTF-8',
    XDG_DATA_HOME: '/x',
    API_KEY: 'secret',
    NODE_OPTIONS: '--x',
    GIT_DIR: '/x',
  }
  const world = { agents: { mine }, roles: { dev: 'mine' }, processes, blobs, environment, root: folder }
  return createAgents(world).turn(turnRequest(workspace, request), signal)
}

function outputOf(result: TurnResult): string {
  const ref = result.kind === 'answered' ? result.output : result.evidence
  return ref === null ? '' : Buffer.from(blobs.get(ref)).toString()
}

test('an agent starts in its workspace with one Handoff on its input, and answers with its last line', async () => {
  proves('DPTR-26')
  const begun: unknown[] = []
  const activities: string[] = []
  const result = await played(
    `import { readFileSync, writeFileSync } from 'node:fs'
     const text = readFileSync(0, 'utf8')
     writeFileSync('seen.json', text)
     console.log('→[TI, this is only talk]')
     console.log('→[GC, ' + process.cwd() + ']\\n\\n  ')`,
    { onBegun: (b) => begun.push(b), onActivity: (text) => activities.push(text) },
  )
  expect(result).toMatchObject({ kind: 'answered', code: 'GC', message: workspace, usage: 'unknown' })
  expect(begun).toEqual([{ session: null, pid: expect.any(Number) }])
  expect(activities.length).toBeGreaterThan(0)
  expect(outputOf(result)).toContain('this is only talk')
})

test('a Result is an answer too', async () => {
  const result = await played(
    `console.log(JSON.stringify({ success: true, status: 'done', code: 'GC', message: 'ok', extra: 1 }))`,
  )
  expect(result).toMatchObject({ kind: 'answered', code: 'GC', message: 'ok', data: { extra: 1 } })
})

const bad: Readonly<Record<string, readonly [program: string, expected: object]>> = {
  'says nothing': ['', { cause: 'invalid', findings: [{ rule: 'answer-missing' }] }],
  'says garbage': [
    `console.log('I am done!')`,
    { cause: 'invalid', findings: [{ remedy: expect.stringContaining('GC') }] },
  ],
  'answers twice in one line': [`console.log('→[GC] →[TI]')`, { cause: 'invalid' }],
  'gives the code of another phase': [
    `console.log('→[RC]')`,
    { cause: 'invalid', findings: [{ rule: 'answer-illegal' }] },
  ],
  'writes bytes that are no text': [
    `process.stdout.write(Buffer.from([0xe2, 0x86, 0xff, 0x0a]))`,
    { cause: 'invalid' },
  ],
  'exits with 7 after answering': [
    `console.log('→[GC]'); process.exitCode = 7`,
    { cause: 'crash', findings: [{ message: expect.stringContaining('7') }] },
  ],
  'prints half a Result and ends with 0': [`console.log('{"success":true,"sta')`, { cause: 'invalid' }],
  'prints two Results in a line': [
    `const result = JSON.stringify({ success: true, status: 'done', code: 'GC' }); console.log(result + result)`,
    { cause: 'invalid', findings: [{ rule: 'answer-unreadable' }] },
  ],
  'answers with a line of 64 MB': [
    `process.stdout.write('→[GC, ' + 'x'.repeat(64 * 1024 * 1024) + ']\\n')`,
    { cause: 'invalid' },
  ],
  'is out of memory after answering': [
    `const eat = "console.log('→[GC]'); const kept = []; while (true) kept.push(new Array(10_000).fill(kept.length))"
     process.execve(process.execPath, ['node', '--max-old-space-size=20', '-e', eat])`,
    { cause: 'crash', findings: [{ message: expect.stringMatching(/SIG(ABRT|TRAP|SEGV|KILL)|134/) }] },
  ],
  'kills itself after answering': [
    `console.log('→[GC]'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50); setInterval(() => {}, 1000)`,
    { cause: 'crash', findings: [{ message: expect.stringContaining('SIGKILL') }] },
  ],
}

test.for(Object.entries(bad))(
  'an agent that %s has failed, and its output is kept',
  async ([, [program, expected]]) => {
    proves('DPTR-26', 'DPTR-29', 'F28', 'F29', 'F30')
    const result = await played(program)
    expect(result).toMatchObject({ kind: 'failed', evidence: expect.stringContaining('sha256:'), ...expected })
  },
)

test.each(['stdout', 'stderr'])(
  'an agent that prints to %s without end is ended long before its time, and told why',
  async (stream) => {
    const endless = `const line = 'x'.repeat(1024 * 1024); const go = () => process.${stream}.write(line, go); go()`
    const result = await played(endless)
    expect(result).toMatchObject({ kind: 'failed', cause: 'invalid', findings: [{ rule: 'answer-too-long' }] })
  },
)

test('an agent that prints 200 MB is bounded, and its answer is read', async () => {
  proves('F27')
  const result = await played(
    `const line = 'x'.repeat(1024 * 1024) + '\\n'
     let left = 200
     const more = () => { while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', more); console.log('→[GC]') }
     more()`,
  )
  expect(result).toMatchObject({ kind: 'answered', code: 'GC' })
  expect(outputOf(result).length).toBeLessThan(5 * 1024 * 1024)
})

test('an agent that never answers is killed at its limit', async () => {
  proves('DPTR-120', 'F26')
  const pids: (number | null)[] = []
  const result = await played(`setInterval(() => {}, 1000)`, { limitMs: 500, onBegun: ({ pid }) => pids.push(pid) })
  expect(result).toMatchObject({ kind: 'failed', cause: 'timeout' })
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow('ESRCH')
})

test('an agent that answers that its time is up leaves nothing of its process tree behind', async () => {
  proves('DPTR-120')
  const result = await played(
    `import { spawn } from 'node:child_process'
     const child = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
     child.unref()
     console.log('→[TO, ' + child.pid + ']')`,
  )
  expect(result).toMatchObject({ kind: 'answered', code: 'TO' })
  const pid = Number(result.kind === 'answered' ? result.message : 0)
  expect(pid).toBeGreaterThan(1)
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000 })
})

test('an agent that is stopped counts as interrupted', async () => {
  const controller = new AbortController()
  const result = await played(
    `setInterval(() => {}, 1000)`,
    { onBegun: () => setTimeout(() => controller.abort(), 100) },
    {},
    controller.signal,
  )
  expect(result).toMatchObject({ kind: 'failed', cause: 'interrupted' })
})

test('an agent gets the listed variables, its own, and no other', async () => {
  proves('T14')
  const result = await played(
    `console.log('→[GC, ' + Object.entries(process.env).map(([n, v]) => n + '=' + v).sort().join(' ') + ']')`,
    {},
    { env: { MODEL: 'm', KEY: '$API_KEY' } },
  )
  if (result.kind !== 'answered') throw new Error(JSON.stringify(result))
  expect(result.message.replace(PATH, '…').replace(/SIGMA_PROCESS=\S+/, 'SIGMA_PROCESS=…')).toBe(
    `GIT_CEILING_DIRECTORIES=${dirname(workspace)} HOME=/home/ada KEY=secret LC_ALL=C.UTF-8 MODEL=m PATH=… SIGMA_PROCESS=… XDG_DATA_HOME=/x`,
  )
})

test('what cannot start is unavailable, and a look before the run tells it', async () => {
  proves('F35')
  writeFileSync(join(folder, 'not-executable'), '')
  const cases: readonly (readonly [Partial<CommandAgent>, string])[] = [
    [{ command: ['sigma-no-such-agent'] }, 'sigma-no-such-agent'],
    [{ command: ['./not-executable'] }, 'not-executable'],
    [{ env: { KEY: '$NOT_SET' } }, 'NOT_SET'],
  ]
  for (const [config, named] of cases) {
    expect(await played('', {}, config)).toMatchObject({
      kind: 'failed',
      cause: 'unavailable',
      findings: [{ message: expect.stringContaining(named) }],
    })
    const mine: CommandAgent = { kind: 'command', command: ['node'], ...config }
    const faults = agentFaults({ agents: { mine }, roles: { dev: 'mine' }, environment: { PATH }, root: folder })
    expect(faults).toMatchObject([{ message: expect.stringContaining(named), hint: expect.any(String) }])
  }
  expect(agentFaults({ agents: {}, roles: { dev: 'mine' }, environment: {}, root: folder })).toMatchObject([
    { code: 'no-agent-for-role' },
  ])
  chmodSync(join(folder, 'not-executable'), 0o755)
  expect(
    agentFaults({
      agents: { mine: { kind: 'command', command: ['./not-executable'] } },
      roles: { dev: 'mine' },
      environment: {},
      root: folder,
    }),
  ).toEqual([])
})

test('a script that an interpreter is to run is looked for before the run', () => {
  const faultsOf = (command: readonly string[]): readonly unknown[] =>
    agentFaults({
      agents: { mine: { kind: 'command', command: [...command] } },
      roles: { dev: 'mine' },
      environment: { PATH },
      root: folder,
    })
  expect(faultsOf(['node', '--no-warnings', 'missing.mjs'])).toMatchObject([
    { code: 'agent-script-not-found', message: expect.stringContaining('missing.mjs') },
  ])
  writeFileSync(join(folder, 'there.mjs'), '')
  expect(faultsOf(['node', 'there.mjs', 'missing.mjs'])).toEqual([])
  expect(faultsOf(['node', '-e', '0'])).toEqual([])
})

test('arguments that name files beside the configuration mean those, and others stay as they are', () => {
  expect(
    resolveCommand(['node', '-r', 'not-executable', '--flag=not-executable', 'workspaces', 'missing.mjs'], folder),
  ).toEqual(['node', '-r', join(folder, 'not-executable'), '--flag=not-executable', 'workspaces', 'missing.mjs'])
  expect(resolveCommand(['./bin/agent'], folder)).toEqual([join(folder, 'bin/agent')])
  const text = `console.log(1) //${'x'.repeat(5_000)}`
  expect(resolveCommand(['node', '-e', text], folder)).toEqual(['node', '-e', text])
})
