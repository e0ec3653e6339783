/** The example of the seed from end to end: two rooms, a subtask, and what is committed of it beside a person's own changes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsIn } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { git, type Repository, writeFiles } from './kit/repository.ts'
import { pmIn, roomsProject } from './kit/rooms.ts'
import { type Ended, sigma } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 480_000 })

/** Each says in `log` what it ran, what came of it, and when. */
const agent = `
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
const { metadata: { role }, context } = JSON.parse(readFileSync(0, 'utf8'))
function pm(...words) {
  const { status, stdout } = spawnSync('pm', words, { encoding: 'utf8' })
  appendFileSync(process.env.HOME + '/log', JSON.stringify({ role, words: words.join(' '), status, stdout, at: Date.now() }) + '\\n')
}
const speak = (times) => { for (let time = 1; time <= times; time += 1) pm('say', role + ' ' + time) }
if (role !== 'owner') {
  speak(4)
  pm('chat', '--wait', '--timeout', '60')
  console.log('→[LV, out]')
} else if (context.description === 'Write the page') {
  writeFileSync('page.html', '<h1>Product</h1>')
  pm('done')
  console.log('→[LV, done]')
} else if (context.phases.length === 0) {
  pm('phase', 'Brainstorm', '--limit', '12', '--roles', 'designer,dev')
  speak(4)
  console.log('→[WT, waiting]')
} else if (context.phases.length === 1) {
  pm('phase', 'Copy', '--limit', '8', '--roles', 'copywriter,pm')
  console.log('→[WT, waiting]')
} else {
  pm('subtask', 'Write the page')
  pm('wait-children')
  pm('done')
  console.log('→[LV, done]')
}
`

let project: Repository
beforeEach((context) => {
  needsIn(context, 'bubblewrap')
  const files = { 'package.json': '{ "type": "module" }\n', 'agent.mjs': agent, 'README.md': 'Product\n' }
  // Nothing of it has a network: the host and its agents are started in there, too.
  project = {
    ...roomsProject(['node', 'agent.mjs'], files),
    within: ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--'],
  }
})
afterEach(async () => {
  await sigma(project, 'stop')
  project[Symbol.dispose]()
})

const pm = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)

const ranSchema = z.object({
  role: z.string(),
  words: z.string(),
  status: z.number(),
  stdout: z.string(),
  at: z.number(),
})
function ran(words: string, role = 'owner'): readonly z.infer<typeof ranSchema>[] {
  const lines = readFileSync(join(project.home, 'log'), 'utf8').trim().split('\n')
  return lines
    .map((line) => ranSchema.parse(JSON.parse(line)))
    .filter((each) => each.words.startsWith(words) && each.role === role)
}

const statusSchema = z.object({
  run: z.string(),
  tasks: z.array(
    z.object({
      id: z.string(),
      description: z.string(),
      status: z.string(),
      children: z.array(z.object({ id: z.string(), description: z.string(), status: z.string() })),
      phases: z.array(
        z.object({
          name: z.string(),
          status: z.string(),
          close_reason: z.string().optional(),
          count: z.number(),
          roles: z.array(z.unknown()),
        }),
      ),
    }),
  ),
  agents: z.array(z.unknown()),
})
const status = async (): Promise<z.infer<typeof statusSchema>> =>
  statusSchema.parse(JSON.parse((await pm('status', '--json')).stdout))

/** When the board took it that a task is done. */
async function doneAt(run: string, task: string): Promise<number> {
  const { stdout } = await sigma(project, 'log', '--json', run)
  const noteSchema = z.object({
    note: z.object({ at: z.string(), data: z.object({ status: z.literal('done'), task: z.literal(task) }) }),
  })
  const notes = stdout
    .trimEnd()
    .split('\n')
    .flatMap((line) => noteSchema.safeParse(JSON.parse(line)).data?.note ?? [])
  const [done] = notes
  return Date.parse(done?.at ?? '')
}

test('a task is discussed in two rooms, handed on, built and landed, and nothing of the person is in it', async () => {
  proves('ROOM-65', 'ROOM-101', 'ROOM-102', 'ROOM-119', 'ROOM-120', 'ROOM-122', 'ROOM-160')
  writeFiles(project.path, { 'README.md': 'Mine\n', 'notes.txt': 'mine\n' })
  git(project, 'add', 'README.md')
  const dirty = git(project, 'status', '--porcelain')
  await pm('init')
  const task = (await pm('task', 'Build a landing page')).stdout.trim()
  await expect
    .poll(async () => (await status()).tasks.map((each) => each.status), { timeout: 120_000, interval: 500 })
    .toEqual(['done'])
  const { run, tasks, agents } = await status()
  const [parent] = tasks
  const [child] = parent?.children ?? []
  expect(child).toMatchObject({ description: 'Write the page', status: 'done' })
  expect(parent).toMatchObject({ id: task, description: 'Build a landing page' })
  expect(parent?.phases).toMatchObject([
    { name: 'Brainstorm', status: 'closed', close_reason: 'limit', count: 12, roles: { length: 2 } },
    { name: 'Copy', status: 'closed', close_reason: 'limit', count: 8, roles: { length: 2 } },
  ])
  expect(agents).toEqual([])
  for (const role of ['designer', 'developer', 'copywriter', 'pm'])
    expect(ran('say', role).map((each) => each.status)).toEqual([0, 0, 0, 0])
  const [waited] = ran('wait-children')
  expect(waited).toMatchObject({ status: 0, stdout: expect.stringMatching(new RegExp(`^${child?.id} done [0-9a-f]+`)) })
  expect((waited?.at ?? 0) - (await doneAt(run, child?.id ?? ''))).toBeLessThan(1_000)
  // The commit: its words, its one file, its branch alone.
  const branch = `sigma/${task}`
  expect(git(project, 'log', '-1', '--format=%s', branch)).toBe(`[plasmodium] ${task}: Build a landing page`)
  expect(git(project, 'diff', '--name-only', `main...${branch}`)).toBe('page.html')
  expect(git(project, 'log', '--format=%s', 'main')).toBe('Begin')
  expect(git(project, 'status', '--porcelain')).toBe(dirty)
  expect(existsSync(join(project.path, 'page.html'))).toBe(false)
  expect(readdirSync(join(project.path, '.plasmodium', 'tasks'))).toHaveLength(2)
})
