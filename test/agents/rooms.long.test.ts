/**
 * A whole discussion by real agents: an owner and two roles talk by `pm` in their own shells and by its tools, while an agent
 * and the host are killed; a subtask is made and landed, the task is done, and all of it can be read afterwards.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { needsIn } from '@sigma/engine/needs'
import { inTier } from '@sigma/engine/testing'
import { type Lane, modelServer, type Reply } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { agentsCache } from '../../scripts/install-agents.ts'
import { git, makeRepository, type Repository, writeFiles } from '../kit/repository.ts'
import { pmIn } from '../kit/rooms.ts'
import { type Ended, sigma } from '../kit/sigma.ts'
import { type Player, players } from './players.ts'
import { killAgent, markOf } from './processes.ts'

/** What each says and does. Whoever is begun again knows by its prompt what it said before. */
function lanesOf({ shell, write, report, own }: Player): readonly Lane[] {
  const run = (command: string): Reply => ({ calls: [shell(command)] })
  const waits = (sign: string): string =>
    `for n in 1 2 3 4 5 6 7 8 9; do pm chat | grep -q '${sign}' && break; pm chat --wait --timeout 10; done`
  const untilClosed = run(waits('closed: limit'))
  /** In its shell it waits, and hears of the close there, which is the end of what it was asked for. */
  const andHears = (message: string): Reply =>
    run(
      `pm say "${message}"; while pm chat --wait --timeout 60 | tee -a /tmp/heard; do grep closed /tmp/heard && break; done`,
    )
  const leaves: Reply = { text: 'I leave.\n\n→[LV, the phase is closed]' }
  const designer = 'a designer in phase "Design"'
  const developer = 'a developer in phase "Design"'
  return [
    {
      name: 'owner, after the phase',
      when: ['owner of task: Build the page', 'closed (limit)'],
      replies: [
        { calls: [own('pm_decide', { decision: 'One static page', check: 'no-new-dependency' })] },
        run('pm subtask "Write the words"'),
        run('pm wait-children'),
        { calls: [write('page.html', '<h1>Words</h1>\n')] },
        run('pm done'),
        { calls: [report({ code: 'LV', message: 'done' })] },
        { text: 'Done.' },
      ],
    },
    {
      name: 'owner',
      when: ['owner of task: Build the page'],
      replies: [
        run('pm phase "Design" --limit 7 --roles designer,dev --rules "No code, just ideas"'),
        run('pm say "Proposal: one static page"'),
        { text: 'I wait.\n\n→[WT, the phase is open]' },
      ],
    },
    {
      name: 'child',
      when: ['owner of task: Write the words'],
      replies: [
        { calls: [write('words.txt', 'Words\n')] },
        { calls: [own('pm_done', {})] },
        { text: 'Done.\n\n→[LV, the words are there]' },
      ],
    },
    {
      name: 'designer, again',
      when: [designer, 'Two columns are too many'],
      replies: [andHears('One column then'), leaves],
    },
    {
      name: 'designer',
      when: [designer],
      replies: [run(`${waits('Proposal')}; pm say "Two columns are too many"`), untilClosed, leaves],
    },
    {
      name: 'developer, again',
      when: [developer, 'No framework'],
      replies: [andHears('And no build step'), leaves],
    },
    {
      name: 'developer',
      when: [developer],
      replies: [
        { calls: [own('pm_say', { message: 'No framework' })], faults: [{ kind: 'hang', per: 'lane' }] },
        untilClosed,
        leaves,
      ],
    },
  ]
}

const chosen = players.filter(({ name }) => name === 'Claude Code' || name === 'Claude Code over ACP')
const soon = { timeout: 120_000, interval: 300 }

beforeEach((context) => needsIn(context, 'bubblewrap'))

// CI plays the first of them, `npm run verify` both.
describe.each(inTier({ fast: [], long: chosen.slice(0, 1), verify: chosen }))('$name', (player) => {
  test('an owner and two roles discuss, decide, hand on and land, though a role and the host are killed', {
    timeout: 900_000,
  }, async () => {
    proves('ROOM-136', 'ROOM-137', 'ROOM-153', 'ROOM-154')
    await using model = await modelServer({ lanes: lanesOf(player) })
    const folder = join(agentsCache, 'stages')
    mkdirSync(folder, { recursive: true })
    using repository = makeRepository({ 'package.json': '{ "name": "page" }\n' }, undefined, folder)
    const mark = markOf(`${repository.home} developer`)
    const config = player.config(model)
    const coder = { ...config, env: { ...('env' in config ? config.env : {}), ...mark.env } }
    const settings = {
      agents: { others: config, coder },
      roles: { '*': 'others', developer: 'coder' },
      sandbox: 'required',
    }
    writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
    git(repository, 'add', '--all')
    git(repository, 'commit', '--quiet', '--message', 'Set up')
    const pm = pmOf(repository)
    const chat = async (): Promise<string> => (await pm('chat')).stdout
    try {
      expect(await pm('init')).toMatchObject({ exit: 0 })
      const created = await pm('task', 'Build the page')
      expect(created, created.stderr).toMatchObject({ exit: 0 })
      const task = created.stdout.trim()

      // The room goes on while a role hangs; the role is killed, and begins again with what was said.
      await model.until(({ lane, outcome }) => lane === 'developer' && outcome === 'hang', AbortSignal.timeout(120_000))
      await expect.poll(chat, soon).toContain('Two columns are too many')
      killAgent(mark, player.files[0])
      await expect.poll(chat, soon).toContain('No framework')
      const begun = model.asked.filter(({ lane, reply }) => lane === 'developer' && reply === 0)
      expect(begun.at(-1)?.prompt).toMatch(/\[data: chat, from the room\][^[]*Two columns are too many/)

      // Whoever asks next has a new host, and all who were in the room are begun again in it.
      process.kill(hostOf(repository), 'SIGKILL')
      expect(await pm('say', 'Mind the phones')).toMatchObject({ exit: 0, stdout: '4/7\n' })
      for (const text of ['One column then', 'And no build step']) await expect.poll(chat, soon).toContain(text)
      // Both wait for what is said next by now.
      await pause(2_000)
      expect(await pm('say', 'So be it')).toMatchObject({ exit: 0, stdout: '7/7, and the phase is closed\n' })
      await expect.poll(async () => (await pm('status')).stdout, soon).toContain(`${task} done`)
      expect(model.refused).toEqual([])
      for (const role of ['designer', 'developer']) {
        const heard = model.asked.find(({ lane, reply }) => lane === `${role}, again` && reply === 1)
        expect(heard?.conversation.entries.at(-1)?.text).toMatch(/7\/7, closed: limit: Design[\s\S]*So be it/)
      }
      await tells(repository, task)
    } finally {
      await sigma(repository, 'stop')
    }
  })
})

/** What is left of it, for people and programs. */
async function tells(repository: Repository, task: string): Promise<void> {
  const pm = pmOf(repository)
  const { stdout: status } = await pm('status')
  const [, phase = ''] = /(ph-\w+) 7\/7 closed \(limit\): Design/.exec(status) ?? []
  const [, child = ''] = /(tk-\w+) done: Write the words/.exec(status) ?? []
  expect([phase, child], status).not.toContain('')

  const kept = join(repository.path, '.plasmodium', 'tasks', task)
  const read = (...path: readonly string[]): string => readFileSync(join(kept, ...path), 'utf8')
  // Files are written a moment after what they tell.
  await expect
    .poll(() => JSON.parse(read('task.json')), soon)
    .toMatchObject({ status: 'done', decisions: [{ text: 'One static page' }] })
  const said = read('phases', phase, 'messages.jsonl').trimEnd().split('\n')
  const messages = said.map((line) => message.parse(JSON.parse(line)))
  expect(messages.slice(0, 4).map(({ role, human, content }) => [human ? 'person' : role, content])).toEqual([
    ['owner', 'Proposal: one static page'],
    ['designer', 'Two columns are too many'],
    ['developer', 'No framework'],
    ['person', 'Mind the phones'],
  ])
  const last = messages.slice(4, 6).map(({ role, content }) => `${role}: ${content}`)
  expect(last.toSorted()).toEqual(['designer: One column then', 'developer: And no build step'])
  // Whoever was begun again speaks under its own name.
  expect(new Set(messages.map(({ author }) => author)).size).toBe(4)
  expect(messages.at(-1)?.content).toBe('So be it')
  expect(messages).toHaveLength(7)
  expect(JSON.parse(read('phases', phase, 'phase.json'))).toMatchObject({ status: 'closed', close_reason: 'limit' })

  const { stdout: transcript } = await pm('show', phase)
  for (const each of ['Mind the phones', 'No framework', 'One static page']) expect(transcript).toContain(each)
  const why = seen.parse(JSON.parse((await pm('why', phase, '--json')).stdout))
  expect(why.messages.map(({ seen: { upTo, by } }) => `${upTo} ${by}`).slice(0, 4)).toEqual([
    '0 turn',
    '1 reading',
    '2 turn',
    'null turn',
  ])

  for (const [branch, files] of [
    [task, ['package.json', 'page.html', 'sigma.config.json', 'words.txt']],
    [child, ['package.json', 'sigma.config.json', 'words.txt']],
  ] as const)
    expect(git(repository, 'ls-tree', '--name-only', `sigma/${branch}`).split('\n')).toEqual(files)
  expect(git(repository, 'log', '-1', '--format=%B', `sigma/${task}`)).toMatch(
    new RegExp(
      `^\\[plasmodium\\] ${task}: Build the page\\n\\nPhases:\\n- Design \\(${phase}, discussion, 7 messages\\)`,
    ),
  )
  expect(git(repository, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main')
}

const message = z.object({
  author: z.string(),
  role: z.string().optional(),
  human: z.boolean().default(false),
  content: z.string(),
})
const seen = z.object({
  messages: z.array(z.object({ seen: z.object({ upTo: z.number().nullable(), by: z.string() }) })),
})

const pmOf =
  (repository: Repository) =>
  (...words: readonly string[]): Promise<Ended> =>
    pmIn({ ...repository, env: { ...repository.env, USER: 'ann' } }, ...words)

const hostOf = ({ path }: Repository): number =>
  z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(join(path, '.sigma', 'holder.json'), 'utf8'))).pid
