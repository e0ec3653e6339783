/** With files in the plan: what exists is the cycle's only where it is named, what is new is free. */
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Intake } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const files = {
  'src/a.ts': 'a\n',
  'src/c.ts': 'c\n',
  'src/pack/index.ts': 'p\n',
  'test/b.test.ts': 'b\n',
  'package.json': '{}\n',
}
const globs = ['src/**', '!src/b.ts', '!test/b.test.ts', 'src/a.ts', '!test/**']
const kept = [{ by: 'TDD_2', files: ['src/b.ts', 'test/b.test.ts'] }]

type Act = (path: string) => void

/** Has a developer act whose cycle names `src/a.ts`; then again on top, in the same cycle. */
async function turns(repository: TemporaryRepository, ...acts: readonly Act[]): Promise<Intake> {
  const { workspaces } = await temporaryWorkspaces(repository)
  let [base, intake] = [repository.head, { kind: 'unchanged' } as Intake]
  for (const act of acts) {
    const place = { run: 'r1', workspace: 'C1', base, documents: [], since: repository.head }
    const { path, existing } = await workspaces.prepare(place)
    expect(existing).toEqual(new Set(Object.keys(files)))
    act(path)
    const creates = { globs, since: repository.head, kept }
    const guarded = ['package.json', '**/*.config.*']
    intake = await workspaces.intake({ ...place, writes: ['src/a.ts'], creates, guarded, message: 'W', trailers: {} })
    if (intake.kind === 'committed') base = intake.commit
  }
  return intake
}

const puts =
  (file: string, text = 'new\n'): Act =>
  (path) => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }

const moves =
  (from: string, to: string): Act =>
  (path) => {
    mkdirSync(dirname(join(path, to)), { recursive: true })
    renameSync(join(path, from), join(path, to))
  }

const both =
  (...acts: readonly Act[]): Act =>
  (path) => {
    for (const act of acts) act(path)
  }

const honest: Readonly<Record<string, readonly Act[]>> = {
  'extracts a new file': [both(puts('src/a.ts'), puts('src/deep/extracted.ts'))],
  'moves its own file': [moves('src/a.ts', 'src/deep/a.ts')],
  'goes on with a file that it made in an earlier turn': [puts('src/x.ts'), puts('src/x.ts', 'more\n')],
  'takes away a file that it made in an earlier turn': [puts('src/x.ts'), (path) => rmSync(join(path, 'src/x.ts'))],
  'makes a folder of its own module': [both(moves('src/a.ts', 'src/a/index.ts'), puts('src/a/part.ts'))],
}

test.each(Object.entries(honest))('a developer who %s is taken at their word', async (_name, acts) => {
  proves('DPTR-73')
  using repository = temporaryRepository(files)
  expect(await turns(repository, ...acts)).toMatchObject({ kind: 'committed' })
})

const cheats: Readonly<Record<string, readonly [Act, string, RegExp]>> = {
  'changes a file that is not named': [puts('src/c.ts'), 'outside-role', /exist, .*: src\/c\.ts\.$/],
  'changes a test that another cycle names': [
    puts('test/b.test.ts'),
    'outside-role',
    /test\/b\.test\.ts \(named for TDD_2\)/,
  ],
  'makes what another cycle names': [puts('src/b.ts'), 'outside-role', /other work: src\/b\.ts \(named for TDD_2\)/],
  'renames a file that is not named': [moves('src/c.ts', 'src/mine.ts'), 'outside-role', /exist, .*: src\/c\.ts\.$/],
  'renames one by its case alone': [
    moves('src/c.ts', 'src/C.ts'),
    'outside-role',
    /src\/C\.ts \(in place of src\/c\.ts\)/,
  ],
  'puts a module beside one': [puts('src/c.js'), 'outside-role', /src\/c\.js \(in place of src\/c\.ts\)/],
  'puts a folder beside one': [puts('src/c/index.js'), 'outside-role', /src\/c\/index\.js \(in place of src\/c\.ts\)/],
  'puts a module beside a folder': [
    puts('src/pack.js'),
    'outside-role',
    /src\/pack\.js \(in place of src\/pack\/index\.ts\)/,
  ],
  'makes a folder of a file that is not named': [
    both((path) => rmSync(join(path, 'src/c.ts')), puts('src/c.ts/index.ts')),
    'outside-role',
    /src\/c\.ts[,.]/,
  ],
  'puts a link in the place of one': [
    both(
      (path) => rmSync(join(path, 'src/c.ts')),
      (path) => symlinkSync('a.ts', join(path, 'src/c.ts')),
    ),
    'outside-role',
    /src\/c\.ts/,
  ],
  'writes to one through a new link': [
    both((path) => symlinkSync('../test', join(path, 'src/link')), puts('src/link/b.test.ts')),
    'outside-role',
    /test\/b\.test\.ts/,
  ],
  'gives one a second name': [
    (path) => linkSync(join(path, 'src/c.ts'), join(path, 'src/second.ts')),
    'link-out-of-tree',
    /second/,
  ],
  'makes a test': [puts('test/new.test.ts'), 'outside-role', /this role may not write: test\/new\.test\.ts/],
  'makes a configuration of the runner': [puts('src/vitest.config.ts'), 'guarded-file', /vitest\.config\.ts/],
}

test.each(Object.entries(cheats))('a developer who %s is refused', async (_name, [act, rule, says]) => {
  proves('DPTR-72', 'DPTR-73')
  using repository = temporaryRepository(files)
  const intake = await turns(repository, act)
  if (intake.kind !== 'trespass') throw new Error(`${intake.kind}, and no trespass`)
  const told = intake.findings.filter((finding) => finding.rule === rule).map(({ message }) => message)
  expect(told.join('\n')).toMatch(says)
})

test('whoever is refused is told what may be changed in words, and by no field of the Handoff', async () => {
  using repository = temporaryRepository(files)
  const intake = await turns(repository, puts('src/c.ts'))
  expect(JSON.stringify(intake)).not.toContain('metadata')
  expect(intake).toMatchObject({
    findings: [
      {
        remedy:
          'Change only src/a.ts; new files in src/**, not test/**, none that is named for other work. Leave the others as they were: what is new may go into a new file.',
      },
    ],
  })
})
