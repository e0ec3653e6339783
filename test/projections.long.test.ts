/** Sigma's files beside real processes: followed while a run goes on, killed with it, deleted, written anew. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withMarks } from '@sigma/engine/projecting'
import { readPhaseEvents } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { sigma, start } from './kit/sigma.ts'

const project = {
  ...numbers,
  'memory-bank/progress.md': withMarks('# Progress\r\n\r\nWritten by hand, without an end', 'progress'),
  'agent.mjs': honestAgent(`await new Promise((go) => setTimeout(go, phase === 'GREEN' ? 600 : 50))
if (phase === 'GREEN' && cycle === 2 && existsSync(process.env.HOME + '/crash')) process.exit(7)`).replace(
    'import { appendFileSync,',
    'import { existsSync,',
  ),
  'sigma.config.json': commandConfig(
    ['node', 'agent.mjs'],
    {},
    { agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'], reads: ['~/crash'] } } },
  ),
}

const log = '.claude-collective/metrics/sigma/numbers/events.log'
const progress = 'memory-bank/progress.md'
const context = 'memory-bank/activeContext.md'

/** All that Sigma wrote, by path. */
function filesOf({ path }: Repository): Readonly<Record<string, string>> {
  const collective = readdirSync(join(path, '.claude-collective'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('.claude-collective', file))
    .filter((file) => statSync(join(path, file)).isFile())
  return Object.fromEntries(
    [...collective, progress, context]
      .sort((a, b) => (a < b ? -1 : 1))
      .map((file) => [file, readFileSync(join(path, file), 'utf8')]),
  )
}

const textOf = ({ path }: Repository, file: string): string =>
  existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8') : ''

test('files follow the run through kills, are the same when written anew, and a failure stands in them once', {
  timeout: 720_000,
}, async () => {
  proves('DPTR-108', 'DPTR-109', 'DPTR-122', 'DPTR-123', 'SIG-71', 'SIG-78', 'SIG-79', 'SIG-80', 'SIG-90')
  using repository = makeRepository(project)
  // Killed twice on its way, once a file has told of something new.
  for (const [args, line] of [
    [['tdd', 'numbers'], 1],
    [['resume'], 2],
  ] as const) {
    const { child, ended } = start(repository, args)
    let seen = ''
    while (child.exitCode === null && readPhaseEvents(textOf(repository, log)).length < line) {
      const now = textOf(repository, log)
      expect(now.startsWith(seen)).toBe(true)
      seen = now
      expect(textOf(repository, progress)).toMatch(/^# Progress\r\n\r\nWritten by hand, without an end/)
      await delay(10)
    }
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  // The developer of the second cycle fails: logged, then a snapshot, then halted, all before the command has ended.
  writeFileSync(join(repository.home, 'crash'), '')
  const halted = await sigma(repository, 'resume')
  expect([halted.exit, halted.stderr]).toEqual([2, expect.stringContaining('halted')])
  const counts = (): readonly number[] => [
    (textOf(repository, progress).match(/`crash`/g) ?? []).length,
    (textOf(repository, context).match(/; trunk `/g) ?? []).length,
  ]
  expect(counts()).toEqual([1, 1])
  expect(textOf(repository, context)).toMatch(/- halted: .*cycle 2, phase ℜᴳ, round 0, role dev/)
  expect(textOf(repository, progress)).toMatch(/^#### Batch₁: \(parallel 2\) ❌\r$/m)
  await same(repository)
  expect(counts()).toEqual([1, 1])

  rmSync(join(repository.home, 'crash'))
  const { exit, stderr } = await sigma(repository, 'resume')
  expect([exit, stderr]).toEqual([0, expect.not.stringMatching(/warning|changed meanwhile/)])
  expect(counts()[0]).toBe(1)
  expect(textOf(repository, progress)).toMatch(/^#### Batch₁: \(parallel 2\) ✅\r$/m)
  const events = readPhaseEvents(textOf(repository, log))
  expect(events.map(({ phase, code, exitCode, cycle }) => `${phase} ${code} ${exitCode} C${cycle}`).sort()).toEqual([
    'GREEN →GC 0 C1',
    'GREEN →GC 0 C2',
    'RED →RC 1 C1',
    'RED →RC 1 C2',
    'REFACTOR →RIC 0 C1',
    'REFACTOR →RIC 0 C2',
  ])
  await same(repository)
})

/** Deletes all of it and has it written anew; what was torn is made whole; what is as it should be stays untouched. */
async function same(repository: Repository): Promise<void> {
  const before = filesOf(repository)
  expect((await sigma(repository, 'project', '--check')).exit).toBe(0)
  rmSync(join(repository.path, '.claude-collective'), { recursive: true })
  rmSync(join(repository.path, context))
  writeFileSync(join(repository.path, progress), project[progress])
  expect((await sigma(repository, 'project', '--check')).exit).toBe(2)
  expect((await sigma(repository, 'project')).exit).toBe(0)
  expect(filesOf(repository)).toEqual(before)
  const whole = readFileSync(join(repository.path, log))
  writeFileSync(join(repository.path, log), whole.subarray(0, whole.length - 9))
  expect((await sigma(repository, 'project', '--json')).stdout).toContain(`{"path":"${log}","change":"completed"}`)
  expect(filesOf(repository)).toEqual(before)
}
