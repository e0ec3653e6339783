/** A room from the outside: people and agents by `pm`, with the board played by a host in the background. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { git, type Repository } from './kit/repository.ts'
import { pmIn, roomsProject } from './kit/rooms.ts'
import { type Ended, sigma } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 480_000 })

/** Says what it ran and what came of it, in a file beside the repository. */
const agent = `
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const { metadata: { role }, context } = JSON.parse(readFileSync(0, 'utf8'))
const home = process.env.HOME
function pm(...words) {
  const { status, stdout, stderr } = spawnSync('pm', words, { encoding: 'utf8' })
  appendFileSync(home + '/log', JSON.stringify({ role, words: words.join(' '), status, out: stdout + stderr }) + '\\n')
}
if (role !== 'owner') {
  pm('chat')
  pm('say', 'I am ' + role)
  pm('done')
  pm('chat', '--wait', '--timeout', '60')
  console.log('→[LV, out]')
} else if (context.phases.length === 0) {
  pm('phase', 'Brainstorm', '--limit', '9', '--roles', 'designer,security')
  pm('phase', 'Brainstorm', '--limit', '9', '--roles', 'designer,dev')
  while (!existsSync(home + '/end')) pm('chat', '--wait', '--timeout', '2')
  pm('end-phase', '--reason', 'enough')
  pm('decide', 'we do it')
  console.log('→[WT, waiting]')
} else {
  pm('done')
  console.log('→[LV, done]')
}
`

let project: Repository
beforeEach(() => {
  const files = { 'package.json': '{ "type": "module" }\n', 'agent.mjs': agent }
  project = roomsProject(['node', 'agent.mjs'], files, 'ann@home')
})
afterEach(async () => {
  await sigma(project, 'stop')
  project[Symbol.dispose]()
})

const pm = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)
const soon = { timeout: 120_000, interval: 200 }

interface Ran {
  readonly role: string
  readonly words: string
  readonly status: number
  readonly out: string
}
function ran(): readonly Ran[] {
  const file = join(project.home, 'log')
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
}

test('outside of a project that is set up every command but init names it, and init changes nothing a second time', async () => {
  proves('ROOM-36', 'ROOM-44')
  for (const words of [['status'], ['say', 'x'], ['task', 'x']])
    expect(await pm(...words)).toMatchObject({ exit: 1, stderr: expect.stringContaining('hint: pm init') })
  expect((await pm('init')).stdout).toBe('.plasmodium/config.json is set up.\n')
  expect((await pm('init')).stdout).toBe('.plasmodium/config.json was set up already.\n')
  expect(git(project, 'status', '--porcelain')).toBe('')
  // To read asks for no confirmation of what the configuration may start.
  const { SIGMA_TRUST: _, ...env } = project.env
  expect(await pmIn({ ...project, env }, 'status')).toMatchObject({
    exit: 1,
    stderr: 'error: There is no board in this project yet, or none that goes on.\nhint: pm task "description"\n',
  })
})

test('a wrong command line ends with 64, and help shows its own commands alone', async () => {
  proves('ROOM-42', 'ROOM-54')
  await pm('init')
  for (const words of [
    ['phase', 'x'],
    ['phase', 'x', '--limit', '51'],
    ['phase', 'x', '--limit', 'many'],
    ['say'],
    ['nonsense'],
  ])
    expect(await pm(...words)).toMatchObject({ exit: 64, stderr: expect.stringMatching(/^error: .*\nhint: pm/) })
  const { stdout } = await pm('--help')
  expect(stdout).toContain('wait-children')
  expect(stdout).not.toContain('gauntlet')
  expect((await sigma(project, '--help')).stdout).not.toContain('wait-children')
  expect(await pm('reset')).toMatchObject({ exit: 1, stderr: expect.stringContaining('hint: pm reset --yes') })
})

test('a task is owned, discussed and done while people look on and speak', async () => {
  proves('ROOM-37', 'ROOM-46', 'ROOM-51')
  await pm('init')
  const task = await pm('task', 'Build it')
  expect(task).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^tk-[a-z0-9]{6}\n$/) })
  await expect.poll(() => ran().filter(({ words }) => words.startsWith('say')).length, soon).toBe(2)
  // A call under one key posts once, whichever way it is repeated.
  const [one, other] = [
    await pm('say', 'I am a person', '--key', 'k1'),
    await pm('say', 'I am a person', '--key', 'k1'),
  ]
  expect([one.stdout, other.stdout]).toEqual(['3/9\n', '3/9\n'])
  const { stdout } = await pm('chat')
  expect(stdout.match(/I am a person/g)).toHaveLength(1)
  // No person is an agent, whatever name it has.
  expect(stdout).toContain('ann home (person)')
  expect((await pm('status')).stdout).toMatch(/tk-\w+ active: Build it/)
  spawnSync('touch', [join(project.home, 'end')])
  await expect.poll(async () => (await pm('status')).stdout, soon).toMatch(/tk-\w+ done: Build it/)
  const refused = ran().filter(({ status }) => status !== 0)
  expect(refused.map(({ role, words, status }) => [role, words, status])).toEqual(
    expect.arrayContaining([
      ['owner', 'phase Brainstorm --limit 9 --roles designer,security', 2],
      ['designer', 'done', 2],
      ['developer', 'done', 2],
    ]),
  )
})
