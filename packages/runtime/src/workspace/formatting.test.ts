import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

/** Writes text in capitals, is odd by orders in the text, and leaves marks elsewhere. */
const formatter = `#!/usr/bin/env node
const { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const { basename } = require('node:path')
for (const name of process.argv.slice(2)) {
  if (name.startsWith('-') || !existsSync(name)) process.exit(64)
  const text = readFileSync(name, 'utf8')
  if (text.includes('syntax')) {
    console.error('cannot read ' + process.cwd() + '/' + name)
    process.exit(2)
  }
  if (text.includes('install')) writeFileSync(__dirname + '/../installed.js', '')
  if (text.includes('link')) {
    rmSync(name)
    symlinkSync('/etc/hostname', name)
  } else if (text.includes('hang')) setInterval(() => {}, 1000)
  else writeFileSync(name, text.toUpperCase())
}
if (existsSync('src')) {
  writeFileSync('src/untouched.txt', 'touched')
  writeFileSync('src/new.txt', 'made')
}
`

const files = { 'package.json': '{}\n', '.gitignore': 'node_modules\n', 'src/a.txt': 'A\n', 'src/untouched.txt': 'u\n' }

interface Turn {
  readonly command?: string
  readonly folder?: string
  readonly limitMs?: number
  readonly confined?: boolean
  readonly changes: Readonly<Record<string, string>>
}

/** Has an agent write files, and takes in what it did. */
async function turn(
  repository: TemporaryRepository,
  { command = 'capitals', folder = '', limitMs = 20_000, confined = false, changes }: Turn,
) {
  const bin = join(repository.root, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'capitals'), formatter)
  chmodSync(join(bin, 'capitals'), 0o755)
  const { workspaces } = await temporaryWorkspaces(repository, { format: { command, folder, limitMs }, confined })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  for (const [name, text] of Object.entries(changes)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  const intake = await workspaces.intake({ ...place, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} })
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  const shown = (name: string): string =>
    intake.kind === 'committed' ? repository.git(own, 'show', `${intake.commit}:${name}`) : ''
  return { workspaces, place, path, intake, shown }
}

test('changed files are formatted before they are committed, and the agent finds them so', async () => {
  using repository = temporaryRepository(files)
  const changes = { 'src/a.txt': 'a b\n', "src/-odd name' $x.txt": 'odd\n' }
  const { intake, shown, path, workspaces, place } = await turn(repository, { changes })
  expect(intake).toMatchObject({ kind: 'committed', changed: ["src/-odd name' $x.txt", 'src/a.txt'] })
  expect(intake).not.toHaveProperty('unformatted')
  expect([shown('src/a.txt'), shown("src/-odd name' $x.txt")]).toEqual(['A B', 'ODD'])
  expect(readFileSync(join(path, 'src/a.txt'), 'utf8')).toBe('A B\n')
  if (intake.kind !== 'committed') return
  await workspaces.prepare({ ...place, base: intake.commit })
  const again = await workspaces.intake({
    ...{ ...place, base: intake.commit },
    ...{ writes: [], guarded: [], message: 'Nothing', trailers: {} },
  })
  expect(again).toEqual({ kind: 'unchanged' })
})

test('nothing else that a formatter does is taken in', async () => {
  using repository = temporaryRepository(files)
  const { intake, shown, path } = await turn(repository, { changes: { 'src/a.txt': 'a b\n' } })
  expect(intake).toMatchObject({ changed: ['src/a.txt'] })
  expect(shown('src/untouched.txt')).toBe('u')
  expect(readFileSync(join(path, 'src/untouched.txt'), 'utf8')).toBe('u\n')
})

test('what the formatter makes as it was before is no change', async () => {
  using repository = temporaryRepository(files)
  const { intake } = await turn(repository, { changes: { 'src/a.txt': 'a\n' } })
  expect(intake).toEqual({ kind: 'unchanged' })
})

test('a file that it cannot format stays as it was written, beside others that it can', async () => {
  using repository = temporaryRepository(files)
  const changes = { 'src/a.txt': 'a b\n', 'src/b.txt': 'syntax\n' }
  const { intake, shown } = await turn(repository, { changes })
  expect(intake).toMatchObject({ unformatted: '`capitals` could not format src/b.txt: exit 2: cannot read src/b.txt.' })
  expect([shown('src/a.txt'), shown('src/b.txt')]).toEqual(['A B', 'syntax'])
})

test('what is installed while it formats is no reason to give the work up', async () => {
  using repository = temporaryRepository(files)
  const { intake } = await turn(repository, { confined: true, changes: { 'src/a.txt': 'install\n' } })
  expect(intake).toMatchObject({ kind: 'committed' })
  expect(existsSync(join(repository.root, 'node_modules/installed.js'))).toBe(true)
})

test('a link that it leaves is not followed', async () => {
  using repository = temporaryRepository(files)
  const { intake, shown } = await turn(repository, { changes: { 'src/a.txt': 'link\n' } })
  expect(intake).toMatchObject({ unformatted: expect.stringContaining('it left no plain file at src/a.txt') })
  expect(shown('src/a.txt')).toBe('link')
})

test.each<[string, Partial<Turn>, RegExp]>([
  [
    'is missing',
    { command: 'no-such-formatter --write' },
    /`no-such-formatter --write` could not format src\/a.txt: .*no-such-formatter/,
  ],
  ['has no end', { limitMs: 500, changes: { 'src/a.txt': 'hang\n' } }, /it did not end in time/],
  ['takes no such option', { command: 'capitals --odd' }, /exit 64/],
])('a formatter that %s changes nothing, and says so', async (_what, settings, fault) => {
  using repository = temporaryRepository(files)
  const { intake, shown } = await turn(repository, { changes: { 'src/a.txt': 'a b\n' }, ...settings })
  expect(intake).toMatchObject({ kind: 'committed', unformatted: expect.stringMatching(fault) })
  expect(shown('src/a.txt')).toBe(settings.changes === undefined ? 'a b' : 'hang')
})

test('a package is formatted from its own folder', async () => {
  using repository = temporaryRepository(files)
  const changes = { 'src/a.txt': 'a b\n', 'src/-x.txt': 'no option\n' }
  const { intake, shown } = await turn(repository, { folder: 'src', changes })
  expect(intake).not.toHaveProperty('unformatted')
  expect([shown('src/a.txt'), shown('src/-x.txt')]).toEqual(['A B', 'NO OPTION'])
})

test('links and files that are gone are left to nobody who formats', async () => {
  using repository = temporaryRepository(files)
  const format = { command: 'no-such-formatter', folder: '', limitMs: 1_000 }
  const { workspaces } = await temporaryWorkspaces(repository, { format })
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  symlinkSync('a.txt', join(path, 'src/link'))
  rmSync(join(path, 'src/untouched.txt'))
  const taken = await workspaces.intake({ ...place, writes: ['src/**'], guarded: [], message: 'Work', trailers: {} })
  expect(taken).toMatchObject({ kind: 'committed', changed: ['src/link', 'src/untouched.txt'] })
  expect(taken).not.toHaveProperty('unformatted')
})
