/** `sigma memory`, as people use it. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { commandWorld } from '../../testing/command-world.ts'
import { temporaryProject } from '../../testing/temporary-project.ts'

let project: Awaited<ReturnType<typeof temporaryProject>>
let world: ReturnType<typeof commandWorld>
beforeEach(async () => {
  project = await temporaryProject({ 'package.json': '{}' })
  world = commandWorld(project)
})
afterEach(() => project[Symbol.dispose]())

const memory = (...words: readonly string[]) => world.run('memory', ...words)

test('what is added is listed, shown with its origin, found, and forgotten', async () => {
  expect((await memory('add', 'parser', 'It reads lines.', '--type', 'module')).stdout).toBe('Remembered of parser.\n')
  expect((await memory('add', 'parser', 'It reads lines.')).stdout).toBe('That was remembered of parser already.\n')
  await memory('add', 'parser', 'It never throws.')
  expect((await memory('list')).stdout).toBe('parser  module  It never throws.\n')
  expect((await memory('list', '--json')).result).toMatchObject({ entities: 1, observations: 2, relations: 0 })
  expect((await memory('show', 'parser')).stdout).toMatch(/^parser \(module\), by .+\n\n.+\n {2}It reads lines\.\n/)
  expect((await memory('search', 'THROWS')).stdout).toBe('parser (module)\n  It never throws.\n')
  expect((await memory('forget', 'parser', 'It never throws.')).stdout).toBe('Forgotten: 1 observation.\n')
  expect((await memory('forget', 'parser')).stdout).toBe('Forgotten: parser, with 1 observation.\n')
  expect((await memory('list')).stdout).toBe('Nothing is remembered in this project yet.\n')
})

test('who only looks makes no memory, and is told how one begins', async () => {
  expect(await memory('list')).toMatchObject({ exit: 0, stdout: 'Nothing is remembered in this project yet.\n' })
  expect(await memory('list', '--json')).toMatchObject({
    exit: 0,
    result: { entities: 0, observations: 0, relations: 0, list: [], more: 0, dialogues: [] },
  })
  for (const words of [
    ['search', 'x'],
    ['search', 'x', '--json'],
  ])
    expect((await memory(...words)).exit).toBe(1)
  expect((await memory('search', 'x', '--json')).result).toEqual({
    entities: [],
    relations: [],
    more: 0,
    dialogues: [],
  })
  expect((await memory('show', 'x')).stderr).toBe('error: Nothing is remembered of "x".\nhint: sigma memory list\n')
  expect((await memory('export')).stderr).toMatch(/^error: Nothing is remembered in this project yet\.\nhint: /)
  expect(existsSync(join(project.root, '.sigma', 'memory.db'))).toBe(false)
  await memory('add', 'a')
  await memory('forget', 'a')
  expect(await memory('list')).toMatchObject({ exit: 0, stdout: 'Nothing is remembered in this project yet.\n' })
})

test('dialogues of runs are listed and shown, and to look at them makes no memory', async () => {
  using recorded = await recordedProject('run-1')
  cpSync(recorded.folder, join(project.root, '.sigma'), { recursive: true })
  const listed = await memory('list', '--json')
  const { dialogues } = z
    .object({ dialogues: z.array(z.object({ session: z.string(), type: z.string(), run: z.string() })) })
    .parse(listed.result)
  const [first = { session: '' }] = dialogues
  expect(first).toMatchObject({ type: 'tdd_loop', run: 'run-1' })
  expect((await memory('list')).stdout).toContain(first.session)
  const shown = (await memory('show', first.session)).stdout
  expect(shown).toMatch(/^TDD_\S+ \(tdd_loop\), of run-1\nP\S+\|.+\|→[A-Z0-9]+\|/)
  const said = shown.split('\n')[1] ?? ''
  expect(await memory('search', said)).toMatchObject({ exit: 0, stdout: expect.stringContaining(said) })
  expect((await memory('search', said, '--json')).result).toMatchObject({
    entities: [],
    dialogues: [{ type: 'tdd_loop', observations: [{ text: expect.stringContaining(said) }] }],
  })
  expect(existsSync(join(project.root, '.sigma', 'memory.db'))).toBe(false)
  await memory('add', first.session, 'An entity of that name.')
  const both = (await memory('show', first.session)).stdout
  expect(both).toContain('An entity of that name.')
  expect(both).toContain(shown)
  expect((await memory('show', first.session, '--json')).result).toMatchObject({
    entityType: 'note',
    dialogue: { type: 'tdd_loop', run: 'run-1' },
  })
})

test('a name that nobody knows is told with the nearest one', async () => {
  await memory('add', 'parser', 'It reads lines.')
  for (const words of [
    ['show', 'pasrer'],
    ['forget', 'pasrer'],
  ]) {
    const { exit, stderr } = await memory(...words)
    expect(exit).toBe(1)
    expect(stderr).toContain(
      'error: Nothing is remembered of "pasrer"; did you mean "parser"?\nhint: sigma memory show parser\n',
    )
  }
  expect((await memory('forget', 'parser', 'It reads a line.')).stderr).toContain('did you mean "It reads lines."?')
  expect((await memory('search', 'nothing like it')).exit).toBe(1)
})

test('a file is taken in whole or not at all, unless torn lines may be left out', async () => {
  const file = join(project.root, 'graph.jsonl')
  writeFileSync(
    file,
    '{"type":"entity","name":"a","entityType":"t","observations":["x"]}\n\n{"type":"relation","from":"a"',
  )
  const refused = await memory('import', 'graph.jsonl')
  expect(refused.exit).toBe(1)
  expect(refused.stderr).toBe(
    'error: graph.jsonl:3 is no JSON object: it may have been cut off; nothing was taken in.\nhint: sigma memory import --skip-torn graph.jsonl\n',
  )
  const taken = await memory('import', '--skip-torn', 'graph.jsonl')
  expect(taken.stdout).toBe('1 new entity, 1 observation, 0 relations, 1 line left out\n')
  await memory('export', 'again.jsonl')
  expect(readFileSync(join(project.root, 'again.jsonl'), 'utf8')).toBe(
    '{"type":"entity","name":"a","entityType":"t","observations":["x"]}\n',
  )
  expect((await memory('export')).stdout).toBe('{"type":"entity","name":"a","entityType":"t","observations":["x"]}\n')
  expect((await memory('import', 'nothing.jsonl')).stderr).toMatch(/^error: .*nothing\.jsonl cannot be read: /)
})

test('what others remembered is shown as it is safe to see', async () => {
  await memory('add', 'a\x1b[2Jb', 'first\x1b]0;title\x07 line\u202e')
  for (const words of [['list'], ['search', 'first'], ['show', 'a\x1b[2Jb']])
    expect((await memory(...words)).stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})

test('hints hold names that others chose so that a shell takes them as words', async () => {
  const name = "it's $(touch pwned) `x`"
  const word = `'it'\\''s $(touch pwned) \`x\`'`
  await memory('add', name, 'It reads lines.')
  expect((await memory('show', `${name}y`)).stderr).toContain(`hint: sigma memory show ${word}\n`)
  expect((await memory('forget', name, 'It reads line.')).stderr).toContain(`hint: sigma memory show ${word}\n`)
  await memory('add', '--', '-x parser', 'It reads lines.')
  const { stderr } = await memory('show', '--', '-x parse')
  expect(stderr).toContain("hint: sigma memory show -- '-x parser'\n")
  expect((await memory('show', '--', '-x parser')).stdout).toMatch(/^-x parser \(note\)/)
})

test('a search goes through all pages, up to so many entities as are wanted, and says how many there are more', async () => {
  const observations = Array.from({ length: 3 }, (_, at) => `found ${at} ${'x'.repeat(1_000_000)}`)
  const entity = (name: string, texts: readonly string[]): string =>
    JSON.stringify({ type: 'entity', name, entityType: 't', observations: texts })
  const relation = (from: string): string => JSON.stringify({ type: 'relation', from, to: 'there', relationType: 'is' })
  const names = ['a', 'b', 'c']
  const lines = [entity('big', observations), ...names.map((name) => entity(name, ['found'])), ...names.map(relation)]
  writeFileSync(join(project.root, 'graph.jsonl'), lines.join('\n'))
  await memory('import', 'graph.jsonl')
  const all = z.object({ entities: z.array(z.unknown()), relations: z.array(z.unknown()), more: z.number() })
  expect(all.parse((await memory('search', 'FOUND', '--json')).result)).toMatchObject({
    entities: [JSON.parse(lines[0] ?? ''), { name: 'a' }, { name: 'b' }, { name: 'c' }].map(
      ({ type: _type, ...each }) => each,
    ),
    relations: names.map((from) => ({ from })),
    more: 0,
  })
  expect(all.parse((await memory('search', 'found', '--most', '2', '--json')).result)).toMatchObject({
    entities: [{ name: 'big' }, { name: 'a' }],
    relations: [{ from: 'a' }],
    more: 2,
  })
  expect((await memory('search', 'found', '--most', '1')).stderr).toBe('3 more: sigma memory search --most 4 found\n')
  expect((await memory('list', '--most', '1', '--json')).result).toMatchObject({ entities: 4, more: 3 })
})

test('what is empty is not remembered of a person, and the type of an entity stays as it is', async () => {
  for (const words of [
    ['add', ''],
    ['add', ' '],
    ['add', 'a', ''],
    ['add', 'a', '--type', ''],
  ])
    expect(await memory(...words), words.join('|')).toMatchObject({ exit: 64, stderr: expect.stringMatching(/empty/) })
  await memory('add', 'a', 'One.', '--type', 'T1')
  expect(await memory('add', 'a', 'Two.', '--type', 'T2')).toMatchObject({
    stdout: 'Remembered of a.\n',
    stderr: 'note: a has the type T1 already, which stays.\n',
  })
  expect((await memory('add', 'a', 'Three.', '--type', 'T1')).stderr).toBe('')
  expect((await memory('add', 'a', 'Four.')).stderr).toBe('')
})
