/** `sigma memory import` and `export`, with files as they are found. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
const inProject = (...parts: readonly string[]): string => join(project.root, ...parts)
const write = (file: string, ...bytes: readonly (string | Uint8Array)[]): void =>
  writeFileSync(inProject(file), Buffer.concat(bytes.map((each) => Buffer.from(each))))
const entity = (name: string, text = 'x', entityType = 't'): string =>
  JSON.stringify({ type: 'entity', name, entityType, observations: [text] })

test('an export replaces the file that is named and no other, through a link too', async () => {
  await memory('add', 'a', 'x', '--type', 't')
  write('memory.jsonl.new', 'mine\n')
  mkdirSync(inProject('kept'))
  write('kept/memory.jsonl', 'old\n')
  chmodSync(inProject('kept/memory.jsonl'), 0o640)
  symlinkSync('kept/memory.jsonl', inProject('memory.jsonl'))
  const before = readdirSync(project.root)
  expect(await memory('export', 'memory.jsonl')).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 entity') })
  expect(lstatSync(inProject('memory.jsonl')).isSymbolicLink()).toBe(true)
  expect(readFileSync(inProject('kept/memory.jsonl'), 'utf8')).toBe(`${entity('a')}\n`)
  expect(statSync(inProject('kept/memory.jsonl')).mode & 0o777).toBe(0o640)
  expect(readFileSync(inProject('memory.jsonl.new'), 'utf8')).toBe('mine\n')
  expect([readdirSync(project.root), readdirSync(inProject('kept'))]).toEqual([before, ['memory.jsonl']])
})

test('an export into a pipe is read at its other end', async () => {
  await memory('add', 'a', 'x', '--type', 't')
  execFileSync('mkfifo', [inProject('pipe')])
  const read = readFile(inProject('pipe'), 'utf8')
  expect(await memory('export', 'pipe')).toMatchObject({ exit: 0 })
  expect(await read).toBe(`${entity('a')}\n`)
})

test('an export that cannot be written is a sentence and a hint, and leaves nothing behind', async () => {
  await memory('add', 'a', 'x')
  mkdirSync(inProject('folder'))
  symlinkSync('nothing/there', inProject('dangling'))
  const before = readdirSync(project.root)
  const missing = await memory('export', 'no such/memory.jsonl')
  expect(missing.exit).toBe(1)
  expect(missing.stderr).toBe(
    `error: no such/memory.jsonl cannot be written: its folder, or what it links to, is not there.\nhint: mkdir -p '${inProject('no such')}'\n`,
  )
  for (const file of ['folder', 'dangling', 'package.json/x'])
    expect(await memory('export', file), file).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/^error: \S+ cannot be written: [^\n]+\.\nhint: [^\n]+\n$/),
    })
  expect([readdirSync(project.root), readdirSync(inProject('folder'))]).toEqual([before, []])
})

test('what cannot be kept or read of a line is a fault of that line alone', async () => {
  const long = 'x'.repeat(1024 * 1024 + 1)
  write(
    'graph.jsonl',
    '\ufeff',
    `${entity('a')}\r\n`,
    `${entity('b', long)}\n`,
    `${entity('c'.repeat(20_000))}\n`,
    new Uint8Array([0x22, 0xff, 0x22, 0x0a]),
    `${entity('d')}`,
  )
  expect(await memory('import', 'graph.jsonl')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(
      /^error: graph\.jsonl:2 has an observation of 1,048,577 bytes; at most 1,048,576 are kept \(and 2 more lines\); nothing was taken in\.\n/,
    ),
  })
  const taken = await memory('import', '--skip-torn', 'graph.jsonl')
  expect(taken.stdout).toBe('2 new entities, 2 observations, 0 relations, 3 lines left out\n')
  expect(taken.stderr.split('\n').slice(1, 3)).toEqual([
    'warning: graph.jsonl:3 has a name or type of 20,000 bytes; at most 16,384 are kept; it was left out.',
    'warning: graph.jsonl:4 is not written in UTF-8; it was left out.',
  ])
})

test('a line that is too long to be held is a fault, and what follows it is read', async () => {
  const part = Buffer.alloc(1024 * 1024, 'x')
  write('graph.jsonl', ...Array.from({ length: 65 }, () => part), '\n', entity('a'), '\n')
  const { stdout, stderr } = await memory('import', '--skip-torn', 'graph.jsonl')
  expect(stdout).toBe('1 new entity, 1 observation, 0 relations, 1 line left out\n')
  expect(stderr).toBe('warning: graph.jsonl:1 has more than 64 MiB; it was left out.\n')
})

test('of a file with many faults the first are told, and how many there are', async () => {
  write('binary', '\u0000\n'.repeat(50))
  const { stdout, stderr } = await memory('import', '--skip-torn', 'binary')
  expect(stdout).toBe('0 new entities, 0 observations, 0 relations, 50 lines left out\n')
  expect(stderr.trimEnd().split('\n')).toHaveLength(21)
  expect(stderr).toMatch(/\nwarning: 30 more lines of binary cannot be read either\.\n$/)
})

test('an entity of another type than it has is told, and keeps its type', async () => {
  await memory('add', 'a', 'x', '--type', 't')
  write('graph.jsonl', [entity('a', 'y', 'other'), entity('b'), entity('b', 'y', 'T'), entity('b', 'z')].join('\n'))
  const { stdout } = await memory('import', 'graph.jsonl')
  expect(stdout).toBe(
    '1 new entity, 4 observations, 0 relations, 3 lines about entities that were known, 2 entities of another type, which stayed as it was\n',
  )
})

test('the file of a hint is a word for a shell', async () => {
  write("a 'b.jsonl", '{')
  expect((await memory('import', "a 'b.jsonl")).stderr).toContain(
    "hint: sigma memory import --skip-torn 'a '\\''b.jsonl'\n",
  )
  write('-x.jsonl', '{')
  expect((await memory('import', '--', '-x.jsonl')).stderr).toContain(
    'hint: sigma memory import --skip-torn -- -x.jsonl\n',
  )
})
