import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { benchFiles, openBench } from '../testing/bench.ts'
import { temporaryRepository } from '../testing/index.ts'

const roles: Readonly<Record<string, readonly string[]>> = {
  qa: ['test/**'],
  dev: ['src/**', '!src/**/*.test.js'],
  reviewer: [],
}

/** What is done to the workspace, and who may. */
const acts: readonly (readonly [does: string, may: readonly string[], act: (path: string) => void])[] = [
  ['edits implementation', ['dev'], (path) => writeFileSync(join(path, 'src/a.js'), 'x')],
  ['edits a test', ['qa'], (path) => writeFileSync(join(path, 'test/a.test.js'), 'x')],
  ['removes a test', ['qa'], (path) => rmSync(join(path, 'test/a.test.js'))],
  ['edits configuration', [], (path) => writeFileSync(join(path, 'package.json'), '{"scripts":{}}')],
  ['edits what is nobody’s', [], (path) => writeFileSync(join(path, 'README.md'), 'x')],
  [
    'moves a test among the implementation',
    [],
    (path) => renameSync(join(path, 'test/a.test.js'), join(path, 'src/t.js')),
  ],
  ['moves implementation among the tests', [], (path) => renameSync(join(path, 'src/a.js'), join(path, 'test/a.js'))],
  ['makes a test of implementation by its name', [], (path) => writeFileSync(join(path, 'src/n.test.js'), 'x')],
  ['links a test to implementation', ['qa'], (path) => symlinkSync('../src/a.js', join(path, 'test/l.js'))],
  ['links implementation to a test', ['dev'], (path) => symlinkSync('../test/a.test.js', join(path, 'src/l.js'))],
  [
    'puts a link in the place of the tests’ folder',
    [],
    (path) => {
      renameSync(join(path, 'test'), join(path, 'src/test'))
      symlinkSync('src/test', join(path, 'test'))
    },
  ],
  [
    'writes a folder that differs in case',
    [],
    (path) => {
      mkdirSync(join(path, 'Test'))
      writeFileSync(join(path, 'Test/a.test.js'), 'x')
    },
  ],
  ['goes by way of ..', ['qa'], (path) => writeFileSync(`${path}/src/../test/a.test.js`, 'x')],
  [
    'makes a file of a folder of its own',
    ['qa'],
    (path) => {
      rmSync(join(path, 'test'), { recursive: true })
      writeFileSync(join(path, 'test'), 'x')
    },
  ],
]

test('what each role may do to each kind of path, and by which trick', { timeout: 480_000 }, async () => {
  proves('T8')
  using repository = temporaryRepository(benchFiles)
  const { path, prepare, intake } = await openBench(repository)
  for (const [does, may, act] of acts) {
    await prepare()
    act(path)
    // Refused work stays where it is, so all who may not can be asked about it before one who may.
    const asked = Object.entries(roles).toSorted(([role], [other]) => +may.includes(role) - +may.includes(other))
    for (const [role, writes] of asked)
      expect((await intake(writes)).kind, `${role} ${does}`).toBe(may.includes(role) ? 'committed' : 'trespass')
  }
})
