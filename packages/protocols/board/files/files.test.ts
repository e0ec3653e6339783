import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProjectedFile, rebuild } from '@sigma/engine/projecting'
import { readerOfRuns } from '@sigma/engine/testing'
import type { Recorded } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discussion, phaseOf, say, taskOf } from '../testing/discussion.ts'
import { hostile } from '../testing/hostile.ts'
import { boardProtocol, type Story } from '../testing/story.ts'
import { archiveOf } from './archive.ts'

const filing = { ...boardProtocol, files: () => Promise.resolve(archiveOf) }

const byName = (one: string, other: string): number => (one < other ? -1 : 1)

const readerOf = (events: readonly Recorded[]) => readerOfRuns(boardProtocol, [{ events }])

/** Path and content of all files that a journal comes to. */
function filesOf(events: readonly Recorded[]): ReadonlyMap<string, string> {
  const archive = archiveOf(readerOf(events), [boardProtocol])
  return new Map(given(archive.parcels([], []).flatMap((parcel) => parcel.files())))
}

const given = (files: readonly ProjectedFile[]): readonly (readonly [string, string])[] =>
  files.map(({ path, form }) => [path, 'content' in form ? form.content : form.kind] as const)

function project() {
  const root = mkdtempSync(join(tmpdir(), 'board-'))
  return {
    ...{ root, top: root, folder: join(root, '.sigma') },
    write: (events: readonly Recorded[], mode: 'write' | 'compare' = 'write') =>
      rebuild(
        {
          root,
          top: root,
          folder: join(root, '.sigma'),
          reader: readerOf(events),
          protocols: [filing],
          tracked: false,
        },
        mode,
      ),
    tree: (): readonly string[] =>
      readdirSync(join(root, '.plasmodium'), { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .toSorted(byName),
    text: (path: string): string => readFileSync(join(root, path), 'utf8'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

test('the tree is the one that is laid down, of readable text that needs no database', async () => {
  proves('ROOM-28', 'ROOM-32', 'ROOM-34')
  using place = project()
  const { story, task, phase, owner, designer, developer } = discussion()
  say(story, designer, 'Bold type.')
  story.reply(owner, 'subtask', { description: 'Header', context: 'Only the header.\u001b[2J' })
  await place.write(story.events)
  const [child = ''] = place.tree().filter((path) => path.endsWith('context.md'))
  const inner = child.slice(0, -'context.md'.length)
  const names = [owner, designer, developer]
  const childOwner: unknown = JSON.parse(place.text(`${inner}task.json`))
  expect(childOwner).toMatchObject({ description: 'Header', parent_id: task })
  expect(place.tree().filter((path) => !path.startsWith('.plasmodium/logs/'))).toEqual(
    [
      '.plasmodium/agents.json',
      '.plasmodium/config.json',
      `.plasmodium/tasks/${task}/phases/${phase}/messages.jsonl`,
      `.plasmodium/tasks/${task}/phases/${phase}/phase.json`,
      `.plasmodium/tasks/${task}/task.json`,
      child,
      `${inner}task.json`,
    ].toSorted(byName),
  )
  expect(place.text(child)).toBe('Only the header.[2J\n')
  for (const name of names) {
    expect(place.text(`.plasmodium/logs/${name}.log`)).toMatch(
      /^2026-01-01T00:00:\d\d\.000Z spawned as \w+ of (?:tk|ph)-/,
    )
  }
  expect(place.text(`.plasmodium/logs/${designer}.log`)).toContain('say: ms-')
  expect(JSON.parse(place.text('.plasmodium/config.json'))).toMatchObject({
    limits: { agentsPerPhase: 3, messages: 50 },
  })
  for (const path of place.tree()) expect(place.text(path)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  // Nothing of Sigma's other folder comes with it.
  expect(existsSync(join(place.root, '.claude-collective'))).toBe(false)
})

test('a message is one line of JSON that gives its content back, whatever it holds', () => {
  proves('ROOM-20')
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (contents) => {
      const { story, phase, designer } = discussion()
      for (const content of contents) say(story, designer, content)
      const [text = ''] = [...filesOf(story.events)].filter(([path]) => path.endsWith('.jsonl')).map(([, each]) => each)
      const lines = text.split('\n')
      expect(lines.pop()).toBe('')
      expect(text).not.toMatch(/[\r\v\f\u0085\u2028\u2029]/)
      expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject(
        contents.map((content) => ({ content, phase_id: phase, author: designer, role: 'designer' })),
      )
    }),
    { numRuns: 60 },
  )
})

/** A story of many calls, by whoever may or may not make them. */
const deeds: readonly ((story: Story, names: Names, text: string) => unknown)[] = [
  (story, { owner }, text) => say(story, owner, text),
  (story, { designer }, text) => say(story, designer, text),
  (story, _, text) => say(story, 'ann', text),
  (story, { owner }) => story.call(owner, 'extend-phase', { by: 1 }),
  (story, { owner }) => story.call(owner, 'end-phase'),
  (story, { owner }, name) => story.call(owner, 'phase', { name, limit: 3, roles: ['qa'] }),
  (story, { owner }, description) => story.call(owner, 'subtask', { description }),
  (story, { owner }, decision) => story.call(owner, 'decide', { decision }),
  (story) => story.call('ann', 'task', { description: 'More' }),
  (story, { designer }) => attempt(() => story.answer(designer, 'WT')),
  (story, { developer }) => attempt(() => story.fail(developer, 'crash')),
  (story, { task }) => story.call('ann', 'kill', { task, restart: true }),
]

type Names = Omit<ReturnType<typeof discussion>, 'story'>

function attempt(deed: () => void): void {
  try {
    deed()
  } catch {
    // The agent has no turn any more.
  }
}

test('messages.jsonl only grows, and so do the logs; phases stay when they are closed', () => {
  proves('ROOM-30', 'ROOM-31')
  const way = fc.array(fc.tuple(fc.nat(deeds.length - 1), hostile), { minLength: 5, maxLength: 25 })
  fc.assert(
    fc.property(way, (steps) => {
      const { story, ...names } = discussion()
      for (const [which, text] of steps) deeds[which]?.(story, names, text)
      let before = filesOf(story.events.slice(0, 1))
      for (let length = 2; length <= story.events.length; length += 3) {
        const now = filesOf(story.events.slice(0, length))
        for (const [path, text] of before) {
          expect(now.has(path)).toBe(true)
          if (/\.(?:jsonl|log)$/.test(path)) expect(now.get(path)?.startsWith(text)).toBe(true)
        }
        before = now
      }
    }),
    { numRuns: 25 },
  )
})

test('a file that was changed by hand is told, and rebuilt to the same bytes; it changes nothing else', async () => {
  proves('ROOM-35')
  using place = project()
  const { story, designer } = discussion()
  say(story, designer, 'Bold type.')
  await place.write(story.events)
  const before = new Map(place.tree().map((path) => [path, place.text(path)]))
  for (const [path, text] of before) {
    writeFileSync(join(place.root, path), text.replace(/[a-z]/, 'X'))
    const { files } = await place.write(story.events, 'compare')
    expect(files.filter(({ change }) => change !== 'none').map((file) => file.path)).toEqual([path])
    if (/\.(?:jsonl|log)$/.test(path)) expect(files.find((file) => file.path === path)?.drift).toBe(true)
    await place.write(story.events)
    expect(new Map(place.tree().map((each) => [each, place.text(each)]))).toEqual(before)
  }
  rmSync(join(place.root, '.plasmodium'), { recursive: true })
  await place.write(story.events)
  expect(new Map(place.tree().map((each) => [each, place.text(each)]))).toEqual(before)
})

test('work on one task writes no file of another', () => {
  proves('ROOM-29')
  const { story, task, phase: own, owner, designer } = discussion()
  const other = taskOf(story, 'Another')
  const { phase } = phaseOf(story, other.owner)
  const archive = archiveOf({ ...readerOf(story.events), events: (_, since = 0) => story.events.slice(since) }, [
    boardProtocol,
  ])
  const next = (): readonly string[] =>
    given(archive.parcels([], []).flatMap((parcel) => parcel.files())).map(([path]) => path)
  expect(next().filter((path) => path.includes(other.task))).toHaveLength(3)
  expect(next()).toEqual([])
  say(story, designer, 'a')
  expect(next().toSorted(byName)).toEqual([
    `.plasmodium/logs/${designer}.log`,
    `.plasmodium/tasks/${task}/phases/${own}/messages.jsonl`,
    `.plasmodium/tasks/${task}/phases/${own}/phase.json`,
    `.plasmodium/tasks/${task}/task.json`,
  ])
  say(story, other.owner, 'b')
  const written = next()
  expect(written.some((path) => path.includes(phase))).toBe(true)
  expect(written.filter((path) => path.includes(task) || path.includes(owner))).toEqual([])
})

test('a reset takes the state away, and leaves what the board is configured with', async () => {
  using place = project()
  const { story, designer } = discussion()
  say(story, designer, 'a')
  await place.write(story.events)
  story.reply('ann', 'reset')
  await place.write(story.events)
  expect(place.tree()).toEqual(['.plasmodium/agents.json', '.plasmodium/config.json'])
  expect(place.text('.plasmodium/agents.json')).toBe('[]\n')
})
