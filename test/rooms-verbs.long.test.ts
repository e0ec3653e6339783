/** What agents and people do with `pm` beside talking, each by a task of its own on one board that one host plays. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listenTo } from './kit/listened.ts'
import { git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { pmIn, pmProgram } from './kit/rooms.ts'
import { type Ended, sigma, start } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Plays `plays/<task>-<role>-<turn>.sh`, and keeps what it was told and what it printed; in other turns it waits. */
const agent = `
handoff=$(cat)
task=$(printf %s "$handoff" | sed -n 's/.*"description":"\\([A-Za-z]*\\)".*/\\1/p')
role=$(printf %s "$handoff" | sed -n 's/.*"role":"\\([a-z]*\\)","symbol".*/\\1/p')
turn=1
while ! mkdir "$HOME/$task-$role-$turn" 2> /dev/null; do turn=$((turn + 1)); done
kept=$HOME/$task-$role-$turn
printf %s "$handoff" > "$kept/told"
play=$HOME/plays/$task-$role-$turn.sh
[ -e "$play" ] && . "$play" > "$kept/out" 2>&1
touch "$kept/over"
echo '→[WT, played]'
`

/** A command, and how it ended. */
const pm = (words: string): string => `pm ${words}; echo "$?"`
const until = (file: string): string => `while [ ! -e "$HOME/${file}" ]; do sleep 0.1; done`

const plays: Readonly<Record<string, readonly string[]>> = {
  'Question-owner-1': [pm('wait --question "Which colour?"')],
  'Seconds-owner-1': [pm('wait --seconds 1')],
  'Event-owner-1': [pm('wait --event deployed')],
  'Redirect-owner-1': [until('redirected'), pm('phase P --limit 2'), pm('acknowledge'), pm('phase P --limit 2')],
  'Room-owner-1': [
    pm('phase R --limit 9 --roles qa --perspective "security:least privilege:secrets in logs"'),
    pm('decide "No cookies"'),
  ],
  'Room-qa-1': [
    pm('hold --seconds 60 --why "I think"'),
    pm('say "I am qa"'),
    until('closed'),
    pm('chat'),
    pm('say late'),
  ],
  'Room-security-1': [pm('say "I am security"')],
  'Review-owner-1': [pm('phase V --limit 9 --roles qa --type review')],
  'Review-qa-1': [pm('vote approve "It holds"')],
  'Clean-owner-1': ['echo clean > clean.txt', pm('done --merge')],
  'Dirty-owner-1': [until('dirty'), 'echo theirs > mine.txt', pm('done --merge')],
  'Nothing-owner-1': [pm('done')],
  'Parent-owner-1': [pm('subtask Child'), pm('subtask Other'), pm('wait-children')],
  'Child-owner-1': [until('never')],
  // Two implementations of one parent are at work at once.
  'Other-owner-1': [until('Child-owner-1/told'), pm('done')],
  'Dying-owner-1': ['exit 1'],
  'Dying-owner-2': ['exit 1'],
  'Long-owner-1': [until('never')],
}

const tasks = [
  'Question',
  'Seconds',
  'Event',
  'Redirect',
  'Room',
  'Review',
  'Clean',
  'Dirty',
  'Nothing',
  'Parent',
  'Dying',
] as const

const config = {
  sandbox: 'off',
  agents: { mine: { kind: 'command', command: ['sh', 'agent.sh'] } },
  roles: { '*': 'mine' },
  limits: { turns: 40 },
  rooms: { parallel: true, limits: { activeTasks: 20, respawns: 1, nudges: 1, messages: 9 } },
}

let project: Repository
const ids = new Map<string, string>()
const person = (...words: readonly string[]): Promise<Ended> => pmIn(project, ...words)
const soon = { timeout: 120_000, interval: 200 }

beforeAll(async () => {
  const files = { 'agent.sh': agent, 'mine.txt': 'mine\n', 'sigma.config.json': JSON.stringify(config) }
  const made = makeRepository(files)
  project = { ...made, env: { ...made.env, USER: 'ann' } }
  mkdirSync(join(project.home, 'plays'))
  for (const [name, lines] of Object.entries(plays))
    writeFileSync(join(project.home, 'plays', `${name}.sh`), `${lines.join('\n')}\n`)
  await person('init')
  for (const task of tasks) {
    const { stdout, stderr } = await person('task', task)
    expect(stdout, stderr).toMatch(/^tk-/)
    ids.set(task, stdout.trim())
  }
})
afterAll(async () => {
  for (const file of ['never', 'closed', 'redirected', 'dirty']) touch(file)
  await person('reset', '--yes')
  await sigma(project, 'stop')
  project[Symbol.dispose]()
})

const touch = (file: string): void => writeFileSync(join(project.home, file), '')
const idOf = (task: string): string => ids.get(task) ?? ''
const kept = (play: string, file: 'told' | 'out' | 'over'): string => {
  const path = join(project.home, play, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
/** What the play printed, once it is over. */
async function played(play: string): Promise<string> {
  await expect.poll(() => existsSync(join(project.home, play, 'over')), soon).toBe(true)
  return kept(play, 'out')
}
const told = (play: string) => expect.poll(() => kept(play, 'told'), soon)

const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  doing: z.object({ kind: z.string() }).nullable(),
  commit: z.string().optional(),
  budgets: z.array(z.unknown()).optional(),
  phases: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), close_reason: z.string().optional() }),
  ),
})
const statusSchema = z.object({
  tasks: z.array(taskSchema),
  decisions: z.array(z.object({ id: z.string(), task: z.string().nullable(), question: z.string() })),
})
const status = async () => statusSchema.parse(JSON.parse((await person('status', '--json')).stdout))
const taskOf = async (task: string) => (await status()).tasks.find(({ id }) => id === idOf(task))
const phaseOf = async (task: string) => (await taskOf(task))?.phases[0]

/** The open question about a task. */
async function questionOf(task: string): Promise<string> {
  const found = async () => (await status()).decisions.find((each) => each.task === idOf(task))
  await expect.poll(found, soon).toBeDefined()
  return (await found())?.id ?? ''
}

describe('what is waited for outside', () => {
  test('an owner asks a person, and goes on with the answer', async () => {
    proves('ROOM-157')
    expect(await played('Question-owner-1')).toMatch(/waits. End your turn now.\n0\n$/)
    const question = await questionOf('Question')
    const decided = await sigma(project, 'decide', question, 'answer', '--note', 'Green')
    expect(decided, decided.stderr).toMatchObject({ exit: 0 })
    await told('Question-owner-2').toContain('ann answers: Green')
  })

  test('an owner waits for a time, and for an event with its data', async () => {
    proves('ROOM-157')
    await told('Seconds-owner-2').toContain('The time that you waited for is over')
    await played('Event-owner-1')
    await expect.poll(async () => (await taskOf('Event'))?.doing?.kind, soon).toBe('outside')
    expect((await person('event', 'other')).stdout).toBe('Told: no task waits for it.\n')
    expect((await person('event', 'deployed', '{"to":"eu"}')).stdout).toContain(idOf('Event'))
    await told('Event-owner-2').toContain('The event deployed came: {\\"to\\":\\"eu\\"}')
  })
})

test('a note of a person is acknowledged before its owner goes on', async () => {
  proves('ROOM-135')
  expect((await person('redirect', idOf('Redirect'), 'Use one file')).exit).toBe(0)
  touch('redirected')
  expect(await played('Redirect-owner-1')).toMatch(
    /A person says: Use one file\nhint: pm acknowledge\n2\nAcknowledged.\n0\nph-\w+ P: open for 2 messages\n0\n$/,
  )
})

test('a room with a perspective of its own is followed to its close, and a decision in it is taken back', async () => {
  proves('ROOM-97', 'ROOM-100', 'ROOM-111')
  await played('Room-owner-1')
  const phase = (await phaseOf('Room'))?.id ?? ''
  using follower = listenTo(start({ ...project, program: pmProgram }, ['chat', '--follow', '--phase', phase]))
  await follower.says(/I am qa/)
  await follower.says(/I am security/)
  expect(kept('Room-security-1', 'told')).toContain('least privilege')
  expect(kept('Room-qa-1', 'out')).toMatch(/^You hold the floor.\n0\n/)
  const waiting = person('chat', '--wait', '--phase', phase)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect((await person('say', 'I am a person', '--phase', phase)).exit).toBe(0)
  expect((await waiting).stdout).toMatch(/#3 ann \(person\).*: I am a person/)
  expect((await person('chat', '--wait', '--timeout', '1', '--phase', phase)).stdout).not.toContain('I am a person')
  expect(await person('veto', idOf('Room'), '1', 'They are needed')).toMatchObject({ exit: 0 })
  expect((await person('end-phase', '--phase', phase)).exit).toBe(0)
  await follower.says(/closed: ended/)
  expect(await follower.ended).toMatchObject({ exit: 0 })
  const { stdout } = await person('show', phase)
  for (const each of ['I think', 'No cookies', 'They are needed']) expect(stdout).toContain(each)
})

test('a role whose phase is closed may read of that until its grace is over, and may say nothing', async () => {
  touch('closed')
  expect(await played('Room-qa-1')).toMatch(
    /closed: ended[\s\S]*I am a person[\s\S]*\n0\nerror: Your part is over[\s\S]*\n\d\n$/,
  )
})

test('a review ends with the vote of its last role', async () => {
  proves('ROOM-156')
  expect(await played('Review-qa-1')).toBe('Your vote is recorded.\n0\n')
  await expect.poll(() => phaseOf('Review'), soon).toMatchObject({ status: 'closed', close_reason: 'voted' })
})

describe('what is done', () => {
  test('is merged where that is clean and was asked for, and is no commit where nothing changed', async () => {
    proves('ROOM-62', 'ROOM-118')
    await expect.poll(async () => (await taskOf('Clean'))?.status, soon).toBe('done')
    expect(git(project, 'log', '-1', '--format=%s', 'main')).toContain(`${idOf('Clean')}: Clean`)
    expect(readFileSync(join(project.path, 'clean.txt'), 'utf8')).toBe('clean\n')
    await expect.poll(() => taskOf('Nothing'), soon).toMatchObject({ status: 'done' })
    expect((await taskOf('Nothing'))?.commit).toBeUndefined()
    expect(git(project, 'branch', '--list', `sigma/${idOf('Nothing')}`)).toBe('')
    expect(await person('done', '--task', idOf('Nothing'))).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('done already'),
    })
  })

  test('is not merged over what a person has not committed: a person decides, and both sides stay', async () => {
    proves('ROOM-123')
    writeFiles(project.path, { 'mine.txt': 'my own\n' })
    const before = git(project, 'rev-parse', 'main')
    touch('dirty')
    const question = await questionOf('Dirty')
    expect(git(project, 'rev-parse', 'main')).toBe(before)
    expect(readFileSync(join(project.path, 'mine.txt'), 'utf8')).toBe('my own\n')
    expect((await sigma(project, 'decide', question, 'unmerged')).exit).toBe(0)
    await expect.poll(async () => (await taskOf('Dirty'))?.status, soon).toBe('done')
    expect(git(project, 'show', `sigma/${idOf('Dirty')}:mine.txt`)).toBe('theirs')
    expect(git(project, 'rev-parse', 'main')).toBe(before)
  })
})

test('who waits for a child that is killed hears which one, and ends with 2', async () => {
  proves('ROOM-66', 'ROOM-72')
  const child = async () => /tk-\w+/.exec(kept('Parent-owner-1', 'out'))?.[0] ?? ''
  await played('Other-owner-1')
  const id = await child()
  expect((await person('kill', id)).exit).toBe(0)
  const [, other = ''] = kept('Parent-owner-1', 'out').match(/tk-\w+/g) ?? []
  expect(await played('Parent-owner-1')).toBe(`${id}\n0\n${other}\n0\n${id} killed\n${other} done\nkilled: ${id}\n2\n`)
})

test('an agent that dies once more than it may halts its task, and a person has it begun again', async () => {
  proves('ROOM-138')
  const question = await questionOf('Dying')
  expect((await status()).decisions.find(({ id }) => id === question)?.question).toContain('died too often')
  expect(existsSync(join(project.home, 'Dying-owner-3'))).toBe(false)
  expect((await sigma(project, 'decide', question, 'respawn')).exit).toBe(0)
  await told('Dying-owner-3').toContain('"description":"Dying"')
})

test('a budget of one task stops it, is shown, and is given more by a person', async () => {
  proves('ROOM-148')
  const made = await person('task', 'Spent', '--budget', 'asks=1')
  ids.set('Spent', made.stdout.trim())
  const question = await questionOf('Spent')
  expect((await person('status')).stdout).toContain('budget: 1 agent call of 1 agent call, spent')
  expect(existsSync(join(project.home, 'Spent-owner-2'))).toBe(false)
  expect((await sigma(project, 'decide', question, 'extend', '--more', 'asks=1')).exit).toBe(0)
  await told('Spent-owner-2').toContain('"description":"Spent"')
})

test('limits are those of the configuration', async () => {
  proves('ROOM-141')
  const { tasks: all } = await status()
  expect(all.length).toBeGreaterThan(10)
  const { stdout } = await person('task', 'Long', '--discussion')
  const refused = await person('phase', 'Long', '--limit', '10', '--task', stdout.trim())
  expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('A phase takes 9 messages at most') })
})
