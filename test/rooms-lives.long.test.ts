/** Agents and hosts of rooms that are killed, as processes of their own. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { holderOf } from './kit/listened.ts'
import type { Repository } from './kit/repository.ts'
import { pmIn, roomsProject } from './kit/rooms.ts'
import { type Ended, sigma } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 480_000 })

/** Deaf to polite signals, and so is what it started; it notes both, and goes only when the test says so. */
const stubborn = `
trap '' TERM INT HUP
cat > /dev/null
sleep 1000 &
echo "$$ $!" >> "$HOME/pids"
while [ ! -e "$HOME/end" ]; do sleep 0.2; done
echo '→[WT, out]'
`

let project: Repository
beforeEach(() => {
  project = roomsProject(['sh', 'agent.sh'], { 'agent.sh': stubborn })
})
afterEach(async () => {
  writeFileSync(join(project.home, 'end'), '')
  await pm('reset', '--yes')
  await sigma(project, 'stop')
  for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL')
  project[Symbol.dispose]()
})

const pm = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)
const soon = { timeout: 120_000, interval: 100 }

function pids(): readonly number[] {
  const file = join(project.home, 'pids')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(/\s+/).map(Number) : []
}

function isAlive(pid: number): boolean {
  try {
    // One that ended and that nobody has collected yet is no process any more.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const statusSchema = z.object({
  tasks: z.array(z.object({ id: z.string(), status: z.string() })),
  agents: z.array(z.object({ name: z.string(), role: z.string(), pid: z.number().nullable(), respawns: z.number() })),
})
const status = async (): Promise<z.infer<typeof statusSchema>> =>
  statusSchema.parse(JSON.parse((await pm('status', '--json')).stdout))

/** An owner and a role, at work. */
async function room(): Promise<string> {
  await pm('init')
  const task = (await pm('task', 'Talk', '--discussion')).stdout.trim()
  expect((await pm('phase', 'Room', '--limit', '9', '--roles', 'qa')).exit).toBe(0)
  await expect.poll(() => pids().length, soon).toBe(4)
  return task
}

test('agents that ignore every request are gone ten seconds after a kill, with what they started', async () => {
  proves('ROOM-27', 'ROOM-43', 'ROOM-127', 'ROOM-130')
  const task = await room()
  const before = pids()
  expect(before.filter(isAlive)).toEqual(before)
  expect((await pm('kill', task)).exit).toBe(0)
  await expect.poll(() => pids().filter(isAlive), { timeout: 10_000, interval: 100 }).toEqual([])
  expect(await status()).toEqual({ tasks: [{ id: task, status: 'killed' }], agents: [] })
  // With a restart there is a fresh owner.
  expect((await pm('kill', task, '--restart')).exit).toBe(0)
  await expect.poll(() => pids().filter(isAlive).length, soon).toBe(2)
  expect((await status()).tasks).toEqual([{ id: task, status: 'active' }])
})

test('a reset ends every agent and clears what is there of tasks', async () => {
  proves('ROOM-27', 'ROOM-41')
  const task = await room()
  const folder = join(project.path, '.plasmodium')
  expect(existsSync(join(folder, 'tasks', task, 'task.json'))).toBe(true)
  expect((await pm('reset', '--yes')).exit).toBe(0)
  await expect.poll(() => pids().filter(isAlive), { timeout: 10_000, interval: 100 }).toEqual([])
  await expect.poll(() => existsSync(join(folder, 'tasks', task)), soon).toBe(false)
  expect(existsSync(join(folder, 'config.json'))).toBe(true)
})

test('an agent that is killed comes back under its name, and the room goes on meanwhile', async () => {
  proves('ROOM-136', 'ROOM-137', 'ROOM-139')
  await room()
  const role = async () => (await status()).agents.find((each) => each.role === 'qa')
  const first = await role()
  process.kill(first?.pid ?? 0, 'SIGKILL')
  expect((await pm('say', 'meanwhile')).stdout).toBe('1/9\n')
  await expect.poll(role, soon).toMatchObject({ name: first?.name, respawns: 1, pid: expect.any(Number) })
  expect((await role())?.pid).not.toBe(first?.pid)
  expect((await pm('say', 'again')).stdout).toBe('2/9\n')
})

test('the host in the background is killed while people speak, and nothing is lost or doubled', async () => {
  proves('F42', 'F44')
  await room()
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const said = words.map((word) => pm('say', word, '--key', word))
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000))
  const host = holderOf(project)?.pid ?? 0
  process.kill(host, 'SIGKILL')
  const ended = await Promise.all(said)
  // Whoever got no answer asks again under its key.
  for (const [at, word] of words.entries())
    if (ended[at]?.exit !== 0) expect((await pm('say', word, '--key', word)).exit).toBe(0)
  const { stdout } = await pm('chat', '--json')
  const { messages } = z.object({ messages: z.array(z.object({ content: z.string() })) }).parse(JSON.parse(stdout))
  expect(messages).toHaveLength(words.length)
  expect(new Set(messages.map(({ content }) => content))).toEqual(new Set(words))
  expect((await pm('say', 'last')).stdout).toBe('7/9\n')
  expect(holderOf(project)?.pid).not.toBe(host)
})
