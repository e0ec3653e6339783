import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const files = {
  'src/a.js': 'a\n',
  'src/run.sh': '#!/bin/sh\n',
  'test/a.test.js': 't\n',
  'package.json': '{}\n',
  'design.md': '# Old\n',
  '.gitignore': 'coverage/\n*.log\n',
}

/** Has an agent act in a fresh workspace, and takes in what it did. */
async function turn(repository: TemporaryRepository, writes: readonly string[], act: (path: string) => void) {
  const { workspaces, blobs } = await temporaryWorkspaces(repository, {
    limits: { fileBytes: 1_000, totalBytes: 20_000, entries: 50 },
  })
  const documents = [{ path: 'design.md', blob: blobs.put('# New\n') }]
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents }
  const { path } = await workspaces.prepare(place)
  act(path)
  const guarded = ['package.json', '*.lock']
  const intake = await workspaces.intake({ ...place, writes, guarded, message: 'Work', trailers: {} })
  const rules = intake.kind === 'trespass' ? intake.findings.map(({ rule }) => rule) : []
  return { workspaces, blobs, intake, rules, path }
}

test('nothing done is nothing committed, ignored files and node_modules left out', async () => {
  using repository = temporaryRepository(files)
  const { intake } = await turn(repository, ['**'], (path) => {
    for (const folder of ['coverage', 'node_modules/x']) mkdirSync(join(path, folder), { recursive: true })
    for (const file of ['coverage/index.html', 'node_modules/x/index.js', 'debug.log'])
      writeFileSync(join(path, file), '')
  })
  expect(intake).toEqual({ kind: 'unchanged' })
})

test('edits, new files, deletions, renames, links inside and the executable bit are committed as they are', async () => {
  using repository = temporaryRepository(files)
  const { intake } = await turn(repository, ['src/**'], (path) => {
    chmodSync(join(path, 'src/run.sh'), 0o755)
    mkdirSync(join(path, 'src/deep/er'), { recursive: true })
    renameSync(join(path, 'src/a.js'), join(path, 'src/deep/er/"b" é.js'))
    symlinkSync('deep/er', join(path, 'src/link'))
  })
  if (intake.kind !== 'committed') throw new Error(JSON.stringify(intake))
  const own = `--git-dir=${join(repository.root, '.sigma/git')}`
  const raw = repository.git(
    own,
    '-c',
    'core.quotePath=false',
    'diff-tree',
    '-r',
    '-z',
    '--no-renames',
    '--no-abbrev',
    `${intake.commit}^`,
    intake.commit,
  )
  const seen = [...raw.matchAll(/:(\d+) (\d+) \w+ \w+ (\w)\0([^\0]+)\0/g)].map(([, from, to, status, path]) => [
    status,
    from,
    to,
    path,
  ])
  expect(seen).toEqual([
    ['D', '100644', '000000', 'src/a.js'],
    ['A', '000000', '100644', 'src/deep/er/"b" é.js'],
    ['A', '000000', '120000', 'src/link'],
    ['M', '100644', '100755', 'src/run.sh'],
  ])
  expect(intake.changed).toEqual(seen.map(([, , , path]) => path))
  expect(repository.git(own, 'for-each-ref', '--format=%(refname)', '--points-at', intake.commit)).toBe(
    'refs/sigma/runs/r1/C1/1',
  )
})

test('QA may change tests only and DE implementation only; other files are nobody’s', async () => {
  proves('DPTR-72', 'DPTR-73')
  const roles = { qa: ['test/**'], dev: ['src/**', '!src/run.sh'] }
  const paths = [
    'src/a.js',
    'src/new.js',
    'src/run.sh',
    'test/a.test.js',
    'test/new.js',
    'README.md',
    'yarn.lock',
    'package.json',
  ]
  const allowed = { qa: ['test/a.test.js', 'test/new.js'], dev: ['src/a.js', 'src/new.js'] }
  for (const role of ['qa', 'dev'] as const) {
    using repository = temporaryRepository(files)
    const { workspaces } = await temporaryWorkspaces(repository)
    const place = { run: 'r1', workspace: role, base: repository.head, documents: [] }
    for (const path of paths) {
      const { path: folder } = await workspaces.prepare(place)
      // Through a shell, as an agent would that was told not to edit it.
      execFileSync('sh', ['-c', 'echo changed >> "$0"', path], { cwd: folder })
      const intake = await workspaces.intake({
        ...place,
        writes: roles[role],
        guarded: ['package.json', '*.lock'],
        message: 'Work',
        trailers: {},
      })
      expect(intake.kind, `${role} ${path}`).toBe(allowed[role].includes(path) ? 'committed' : 'trespass')
      if (intake.kind === 'trespass') {
        expect(intake.findings).toMatchObject([
          { rule: expect.stringMatching(/^(outside-role|guarded-file)$/), message: expect.stringContaining(path) },
        ])
      }
    }
  }
})

test('a file that is neither test nor source belongs to no role, the memory bank too, unless the settings give it', async () => {
  proves('DPTR-16', 'DPTR-73')
  const notes = 'memory-bank/activeContext.md'
  const writing = async (writes: readonly string[]) => {
    using repository = temporaryRepository(files)
    const { intake, rules } = await turn(repository, writes, (path) => {
      mkdirSync(join(path, 'memory-bank'))
      writeFileSync(join(path, notes), '# Notes\n')
    })
    return intake.kind === 'committed' ? intake.changed : rules
  }
  for (const writes of [['src/**'], ['test/**'], []]) expect(await writing(writes)).toEqual(['outside-role'])
  expect(await writing(['src/**', notes])).toEqual([notes])
})

test('one change too many refuses the whole turn, and what was done is kept as evidence only', async () => {
  using repository = temporaryRepository(files)
  const { intake, blobs } = await turn(repository, ['src/**'], (path) => {
    writeFileSync(join(path, 'src/a.js'), 'better\n')
    writeFileSync(join(path, 'test/a.test.js'), 'weaker\n')
  })
  if (intake.kind !== 'trespass') throw new Error(intake.kind)
  expect(intake.findings).toMatchObject([{ rule: 'outside-role', message: expect.stringContaining('test/a.test.js') }])
  expect(intake.findings[0]?.message).not.toContain('src/a.js')
  expect(Buffer.from(blobs.get(intake.evidence)).toString()).toContain('+weaker')
  const refs = repository.git(`--git-dir=${join(repository.root, '.sigma/git')}`, 'for-each-ref', '--format=%(refname)')
  expect(refs.split('\n').filter((ref) => !ref.startsWith('refs/sigma/base/'))).toEqual(['refs/sigma/evidence/r1/C1/1'])
})

test('a document stands in the workspace with its own content, and a change to it is refused', async () => {
  using repository = temporaryRepository(files)
  let seen = ''
  const { rules } = await turn(repository, ['**'], (path) => {
    seen = readFileSync(join(path, 'design.md'), 'utf8')
    writeFileSync(join(path, 'design.md'), '# Easier\n')
  })
  expect([seen, rules]).toEqual(['# New\n', ['document-changed']])
})

const oddities: Readonly<Record<string, readonly [rule: string, act: (path: string, outside: string) => void]>> = {
  'an absolute link': ['link-out-of-tree', (path) => symlinkSync('/etc/passwd', join(path, 'src/l'))],
  'a link with ..': ['link-out-of-tree', (path) => symlinkSync('../../../x', join(path, 'src/l'))],
  'a link to a folder like the root': ['link-out-of-tree', (path) => symlinkSync('../../C1-evil', join(path, 'src/l'))],
  'a way out in two links': [
    'link-out-of-tree',
    (path) => {
      mkdirSync(join(path, 'src/deep/er'), { recursive: true })
      symlinkSync('deep/er', join(path, 'src/one'))
      symlinkSync('one/../../../..', join(path, 'src/two'))
    },
  ],
  'a second name of a file elsewhere': [
    'link-out-of-tree',
    (path, outside) => {
      writeFileSync(join(outside, 'precious'), 'precious')
      linkSync(join(outside, 'precious'), join(path, 'src/l'))
    },
  ],
  'a FIFO': ['special-file', (path) => execFileSync('mkfifo', [join(path, 'src/pipe.js')])],
  'a FIFO in place of a file': [
    'special-file',
    (path) => {
      rmSync(join(path, 'src/a.js'))
      execFileSync('mkfifo', [join(path, 'src/a.js')])
    },
  ],
  'a huge file': ['too-large', (path) => writeFileSync(join(path, 'src/big'), 'x'.repeat(1_001))],
  'a known file grown huge': ['too-large', (path) => writeFileSync(join(path, 'src/a.js'), 'x'.repeat(1_001))],
  'too many files': [
    'too-many-files',
    (path) => Array.from({ length: 60 }, (_, at) => writeFileSync(join(path, `src/${at}`), '')),
  ],
  'a name with a newline': ['unsafe-name', (path) => writeFileSync(join(path, 'src/a\nb'), '')],
  'a name with an escape sequence': ['unsafe-name', (path) => writeFileSync(join(path, 'src/\x1b]52;c;x\x07'), '')],
  'a name with a backslash': ['unsafe-name', (path) => writeFileSync(join(path, 'src\\a'), '')],
  'a name that is no text': [
    'unsafe-name',
    (path) => writeFileSync(Buffer.concat([Buffer.from(`${path}/src/`), Buffer.from([0xff])]), ''),
  ],
  'a name that differs in case only': ['case-collision', (path) => writeFileSync(join(path, 'src/A.js'), '')],
  'a folder that differs in case only': [
    'case-collision',
    (path) => {
      mkdirSync(join(path, 'SRC'))
      writeFileSync(join(path, 'SRC/b.js'), '')
    },
  ],
}

test.for(Object.entries(oddities))('%s is taken in from nobody', async ([, [rule, act]]) => {
  proves('DPTR-72')
  using repository = temporaryRepository(files)
  const { rules, intake, workspaces, path } = await turn(repository, ['**'], (folder) =>
    act(folder, repository.outside),
  )
  expect(rules).toContain(rule)
  expect(JSON.stringify(intake)).not.toMatch(/\\u001b|\\u0007|\\n/)
  await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  expect(readFileSync(join(path, 'src/a.js'), 'utf8')).toBe('a\n')
})
