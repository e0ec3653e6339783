/** Many rooms at once, with every agent of theirs alive at the same time: limits as a person raised them. */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { counted, inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { holderOf } from './kit/listened.ts'
import { makeRepository } from './kit/repository.ts'
import { pmIn } from './kit/rooms.ts'
import { type Ended, sigma } from './kit/sigma.ts'

const rooms = inTier({ fast: 2, long: 5, verify: 200 })
const perRoom = 3
const limit = 5
const postsOfOne = 2

/**
 * Each waits at the gate until all agents of all rooms are there, and then speaks; of what three agents say one message is
 * too many. It keeps how each of its commands ended.
 */
const agent = `
handoff=$(cat)
role=$(printf %s "$handoff" | sed -n 's/.*"role":"\\([a-z]*\\)","symbol".*/\\1/p')
task=$(printf %s "$handoff" | sed -n 's/.*"task":"\\(tk-[a-z0-9]*\\)".*/\\1/p')
speaks() {
  : > "$HOME/here/$task-$role"
  : < "$HOME/gate"
  pm say "$role 1" > /dev/null 2>> "$HOME/owners/$task-$role"; echo "$task $role $?" >> "$HOME/ends/$task-$role"
  pm say "$role 2" > /dev/null 2>> "$HOME/owners/$task-$role"; echo "$task $role $?" >> "$HOME/ends/$task-$role"
}
if [ "$role" != owner ]; then
  speaks
  # It is not asked again for what others say.
  echo '→[LV, spoke]'
  exit
elif mkdir "$HOME/opened/$task" 2> /dev/null; then
  pm phase Room --limit ${limit} --roles qa,dev > "$HOME/owners/$task-phase" 2>&1
  speaks
else
  pm done > "$HOME/owners/$task-done" 2>&1
fi
echo '→[WT, played]'
`

const config = {
  sandbox: 'off',
  agents: { mine: { kind: 'command', command: ['sh', 'agent.sh'] } },
  roles: { '*': 'mine' },
  limits: { turns: 1_000, asks: 10_000 },
  rooms: { limits: { activeTasks: 1_000 } },
}

const statusSchema = z.object({
  run: z.string(),
  tasks: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      phases: z.array(
        z.object({
          status: z.string(),
          close_reason: z.string().optional(),
          count: z.number(),
          roles: z.array(z.string()),
        }),
      ),
    }),
  ),
  agents: z.array(z.unknown()),
})

test(`${rooms} rooms with ${perRoom} agents each at once: each gets its messages, closes once, and nobody is lost`, {
  timeout: 300_000 + rooms * 10_000,
}, async () => {
  proves('ROOM-16', 'ROOM-24', 'ROOM-107', 'ROOM-141')
  using made = makeRepository({ 'agent.sh': agent, 'sigma.config.json': JSON.stringify(config) })
  const project = { ...made, env: { ...made.env, USER: 'ann' } }
  for (const folder of ['here', 'ends', 'opened', 'owners']) mkdirSync(join(project.home, folder))
  const gate = join(project.home, 'gate')
  expect(spawnSync('mkfifo', [gate]).status).toBe(0)
  const within = { timeout: 120_000 + rooms * 3_000, interval: 500 }
  const pm = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)
  const status = async () => statusSchema.parse(JSON.parse((await pm('status', '--json')).stdout))
  /** Tasks that are not done, with what their owners were told. */
  const undone = async () => {
    const { tasks } = await status()
    const told = (id: string, what: string): string | null => {
      const file = join(project.home, 'owners', `${id}-${what}`)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    }
    return tasks
      .filter((each) => each.status !== 'done')
      .map((each) => ({
        ...each,
        told: ['owner', 'qa', 'developer', 'phase', 'done'].map((what) => told(each.id, what)),
      }))
  }
  try {
    await pm('init')
    const began = performance.now()
    await pm('task', 'Talk', '--discussion')
    await inPairs(rooms - 1, async () => expect((await pm('task', 'Talk', '--discussion')).exit).toBe(0))
    await expect.poll(() => readdirSync(join(project.home, 'here')).length, within).toBe(rooms * perRoom)
    const host = holderOf(project)?.pid ?? 0
    expect((await status()).agents).toHaveLength(rooms * perRoom)
    const allHere = performance.now()
    // Held open for both, it lets everybody through, also who comes later.
    const opened = openSync(gate, 'r+')
    await expect
      .poll(async () => (await undone()).length, within)
      .toBe(0)
      .catch(async (error: Error) => {
        throw new Error(`${error.message}\n${JSON.stringify(await undone(), null, 1)}`)
      })
    const allDone = performance.now()
    const memory = peakOf(host)
    closeSync(opened)

    const { run, tasks, agents } = await status()
    expect(agents).toEqual([])
    const closed = { status: 'closed', close_reason: 'limit', count: limit, roles: ['qa', 'developer'] }
    expect(tasks.map(({ phases }) => phases)).toEqual(tasks.map(() => [closed]))
    const ends = readdirSync(join(project.home, 'ends')).flatMap((file) =>
      readFileSync(join(project.home, 'ends', file), 'utf8')
        .trim()
        .split('\n'),
    )
    for (const { id } of tasks) {
      const exits = ends.filter((each) => each.startsWith(`${id} `)).map((each) => each.split(' ')[2] ?? '')
      // Too late: the phase is closed (2), or with it the turn of the role that speaks (1).
      const late = exits.filter((exit) => exit === '1' || exit === '2')
      expect([exits.filter((exit) => exit === '0').length, late.length], id).toEqual([
        limit,
        perRoom * postsOfOne - limit,
      ])
    }
    expect(await closesIn(run)).toEqual(new Set([1]))
    counted('rooms', rooms)
    counted('seconds until all of them were there', Math.round((allHere - began) / 1_000))
    counted('seconds until all was said and done', Math.round((allDone - allHere) / 1_000))
    counted('megabytes of their host at most', memory)
    expect(memory).toBeLessThan(2_000)
  } finally {
    // Whoever still waits at the gate goes.
    closeSync(openSync(gate, 'r+'))
    await pm('reset', '--yes')
    await sigma(project, 'stop')
  }

  /** How often phases were closed. */
  async function closesIn(run: string): Promise<ReadonlySet<number>> {
    const noteSchema = z.object({
      note: z.object({ type: z.literal('phase-closed'), data: z.object({ phase: z.string() }) }),
    })
    const { stdout } = await sigma(project, 'log', '--json', run)
    const phases = stdout
      .trimEnd()
      .split('\n')
      .flatMap((line) => noteSchema.safeParse(JSON.parse(line)).data?.note.data.phase ?? [])
    const closes = Map.groupBy(phases, (phase) => phase)
    expect(closes.size).toBe(rooms)
    return new Set([...closes.values()].map(({ length }) => length))
  }
})

/** Two at a time: the machine may have no more cores. */
async function inPairs(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all([worker(), worker()])
}

/** Most memory that a process had, in megabytes. */
function peakOf(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}
