/** The limit of a room, held against real processes that all read before any of them speaks. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { counted, inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Repository } from './kit/repository.ts'
import { pmIn, pmProgram, roomsProject } from './kit/rooms.ts'
import { type Ended, sigma } from './kit/sigma.ts'

const owner = `cat > /dev/null\nwhile [ ! -e "$HOME/end" ]; do sleep 0.2; done\necho '→[WT, out]'\n`

let project: Repository
beforeEach(() => {
  project = roomsProject(['sh', 'owner.sh'], { 'owner.sh': owner })
})
afterEach(async () => {
  writeFileSync(join(project.home, 'end'), '')
  await sigma(project, 'stop')
  project[Symbol.dispose]()
})

const pm = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)
const parsed = async <Read>(schema: z.ZodType<Read>, ...words: readonly string[]): Promise<Read> => {
  const { stdout, stderr } = await pm(...words)
  expect(stderr.replace(/^board-.*\nAgents: .*\n/, '')).toBe('')
  return schema.parse(JSON.parse(stdout))
}

const phaseSchema = z.object({ phase: z.string() })
const postedSchema = z.object({ count: z.number(), limit: z.number(), closed: z.boolean() })
const chatSchema = z.object({
  phase: z.object({ status: z.string(), message_limit: z.number() }),
  count: z.number(),
  messages: z.array(z.object({ number: z.number(), content: z.string() })),
})

const callers = 16
const limit = 8
const rooms = inTier({ fast: 1, long: 50, verify: 1_000 })
const roomsPerTask = 20

/** Reads the count, says that it has, waits until all have, and then posts what it was given. */
const reader = `
"$NODE" "$PM" chat --phase "$PHASE" --json > "$ROOM.read-$1" || exit 9
: < "$ROOM.gate"
exec "$NODE" "$PM" say "$2" --phase "$PHASE" --json
`

const inOrder = (texts: readonly string[]): readonly string[] =>
  texts.toSorted((one, other) => one.localeCompare(other))

/** All of them have read an empty room before the first of them posts. */
async function crowd(phase: string, words: readonly string[]): Promise<readonly Ended[]> {
  const room = join(project.home, phase)
  const gate = `${room}.gate`
  expect(spawnSync('mkfifo', [gate]).status).toBe(0)
  const env = { ...project.env, NODE: process.execPath, PM: pmProgram, PHASE: phase, ROOM: room }
  const ended = words.map(
    (text, at) =>
      new Promise<Ended>((resolve) => {
        const child = spawn('sh', ['-c', reader, 'sh', `${at}`, text], { cwd: project.path, env })
        let [stdout, stderr] = ['', '']
        child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')))
        child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')))
        child.on('close', (exit, signal) => resolve({ exit, signal, stdout, stderr }))
      }),
  )
  const counts = (): readonly number[] =>
    words.flatMap((_, at) => {
      const file = `${room}.read-${at}`
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return text.endsWith('\n') ? chatSchema.parse(JSON.parse(text)).count : []
    })
  await expect.poll(counts, { timeout: 60_000, interval: 50 }).toEqual(words.map(() => 0))
  // Held open for both, it lets everybody through, also who comes later.
  const opened = openSync(gate, 'r+')
  const all = await Promise.all(ended)
  closeSync(opened)
  return all
}

const statusSchema = z.object({ run: z.string() })
const noteSchema = z.object({
  sequence: z.number(),
  type: z.string(),
  data: z.object({ phase: z.string().optional() }),
})
const lineSchema = z.object({
  note: noteSchema.optional(),
  event: z
    .object({ verb: z.string().optional(), arguments: z.object({ content: z.string().optional() }).optional() })
    .optional(),
})

/** What the board told of one room, in its order, and each text that anybody wanted to post in any. */
async function journal(): Promise<{ told: (phase: string) => z.infer<typeof noteSchema>[]; texts: readonly string[] }> {
  const { run } = await parsed(statusSchema, 'status', '--json')
  const { stdout } = await sigma(project, 'log', '--json', run)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)))
  const notes = lines.flatMap(({ note }) => note ?? [])
  return {
    told: (phase) =>
      notes.filter(({ type, data }) => data.phase === phase && ['message', 'phase-closed'].includes(type)),
    texts: lines.flatMap(({ event }) => (event?.verb === 'say' ? (event.arguments?.content ?? []) : [])),
  }
}

test(`in each of ${rooms} rooms ${callers} that read before they speak get ${limit} messages in, and not one more`, {
  timeout: 120_000 + rooms * 20_000,
}, async () => {
  proves('ROOM-16', 'ROOM-106', 'ROOM-107', 'ROOM-108', 'F37')
  await pm('init')
  const phases: string[] = []
  const said: string[] = []
  let task = ''
  for (let room = 0; room < rooms; room += 1) {
    if (room % roomsPerTask === 0) {
      if (task !== '') await pm('kill', task)
      task = (await pm('task', `Talk ${room}`, '--discussion')).stdout.trim()
    }
    const { phase } = await parsed(phaseSchema, 'phase', 'Room', '--limit', `${limit}`, '--task', task, '--json')
    phases.push(phase)
    const words = Array.from({ length: callers }, (_, at) => `word ${room}.${at}`)
    said.push(...words)
    const ended = await crowd(phase, words)
    const posted = ended.flatMap(({ exit, stdout }) => (exit === 0 ? postedSchema.parse(JSON.parse(stdout)) : []))
    const numbers = Array.from({ length: limit }, (_, at) => at + 1)
    expect(posted.map(({ count }) => count).toSorted((one, other) => one - other)).toEqual(numbers)
    expect(posted.filter(({ closed }) => closed)).toEqual([{ count: limit, limit, closed: true }])
    const refused = ended.filter(({ exit }) => exit !== 0)
    expect(refused).toEqual(
      Array.from({ length: callers - limit }, () => ({
        exit: 2,
        signal: null,
        stdout: expect.stringContaining('"rule":"room-closed"'),
        stderr: expect.stringContaining(`The phase ${phase} is closed, at ${limit}/${limit} messages.`),
      })),
    )
    // What stands in the file is what was accepted, and nobody's text is there twice.
    const file = join(project.path, '.plasmodium/tasks', task, 'phases', phase, 'messages.jsonl')
    const accepted = words.filter((_, at) => ended[at]?.exit === 0)
    await expect
      .poll(() =>
        inOrder(
          readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .map((line) => z.string().parse(JSON.parse(line).content)),
        ),
      )
      .toEqual(inOrder(accepted))
  }
  const { told, texts } = await journal()
  for (const phase of phases) {
    const notes = told(phase)
    expect(notes.map(({ type }) => type)).toEqual([...Array.from({ length: limit }, () => 'message'), 'phase-closed'])
    expect(notes.at(-1)?.sequence).toBe(notes.at(-2)?.sequence)
  }
  // Also what came too late is kept, once.
  expect(inOrder(texts)).toEqual(inOrder(said))
  counted('rooms', rooms)
  counted('posts', rooms * callers)
})

/** How the same command ends for each of many processes that give it at once. */
const atOnce = (...words: readonly string[]): Promise<readonly Ended[]> =>
  Promise.all(Array.from({ length: callers }, () => pm(...words)))

function oneOf(ended: readonly Ended[]): void {
  expect(ended.filter(({ exit }) => exit === 0)).toHaveLength(1)
  expect(ended.filter(({ exit }) => exit === 2)).toHaveLength(callers - 1)
}

test(`with one place left one of ${callers} callers gets it: an active task, a message, a phase`, {
  timeout: 300_000,
}, async () => {
  proves('ROOM-141', 'ROOM-143', 'ROOM-144', 'ROOM-145', 'ROOM-146')
  await pm('init')
  const task = (await pm('task', 'Talk', '--discussion')).stdout.trim()
  for (let more = 1; more < 9; more += 1) expect((await pm('task', `Talk ${more}`, '--discussion')).exit).toBe(0)
  oneOf(await atOnce('task', 'One more', '--discussion'))
  expect((await pm('phase', 'Room', '--limit', '49', '--task', task)).exit).toBe(0)
  oneOf(await atOnce('extend-phase', '1'))
  expect((await pm('end-phase')).exit).toBe(0)
  for (let opened = 1; opened < 19; opened += 1) {
    expect((await pm('phase', 'Room', '--limit', '1', '--task', task)).exit).toBe(0)
    expect((await pm('end-phase')).exit).toBe(0)
  }
  oneOf(await atOnce('phase', 'Room', '--limit', '1', '--task', task))
  expect((await pm('end-phase')).exit).toBe(0)
  expect(await pm('phase', 'Room', '--limit', '1', '--task', task)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('20'),
  })
})

test(`${callers} callers at once get no agent too many into a phase, and no task too deep`, {
  timeout: 300_000,
}, async () => {
  proves('ROOM-12', 'ROOM-141', 'ROOM-142', 'ROOM-146')
  const refusedAll = async (why: string, ...words: readonly string[]): Promise<void> => {
    const refusal = { exit: 2, signal: null, stdout: '', stderr: expect.stringContaining(why) }
    expect(await atOnce(...words)).toEqual(Array.from({ length: callers }, () => refusal))
  }
  const open = ['phase', 'Room', '--limit', '5', '--roles']
  await pm('init')
  const root = (await pm('task', 'Talk', '--discussion')).stdout.trim()
  await refusedAll('A phase takes 3 agents at most', ...open, 'qa,dev,pm')
  oneOf(await atOnce(...open, 'qa,dev'))
  const agentsSchema = z.object({ agents: z.array(z.object({ role: z.string() })) })
  const { agents } = await parsed(agentsSchema, 'status', '--json')
  expect(agents.map(({ role }) => role)).toEqual(['owner', 'qa', 'developer'])
  expect((await pm('end-phase')).exit).toBe(0)
  const path = [root]
  for (let depth = 1; depth <= 4; depth += 1)
    path.push((await pm('subtask', `Deep ${depth}`, '--discussion', '--task', path.at(-1) ?? '')).stdout.trim())
  await refusedAll('has depth 4, and 4 is the most', 'subtask', 'Too deep', '--task', path[4] ?? '')
  // Of those that may be, each is made: one is active, and the others wait for it.
  const deep = await atOnce('subtask', 'Deep', '--task', path[3] ?? '')
  expect(deep.map(({ exit }) => exit)).toEqual(Array.from({ length: callers }, () => 0))
  expect(new Set(deep.map(({ stdout }) => stdout)).size).toBe(callers)
})
