import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Files } from '../fixture/folder-checkouts.ts'
import { files, stage } from '../fixture/suite-stage.ts'
import type { Reach } from '../reached/reach.ts'

const all = ['test/a.test.js', 'test/b.test.js']
const passing = all.map((file) => `${file} › x passed`)
const later: Files = { ...files, 'src/a.js': 'changed' }

test('on the same tree nothing is started, in this process and in the next; what stands is named', async () => {
  const { suite, restart } = stage()
  const first = await suite(files)
  expect(first).toMatchObject({ ran: [all], states: passing })
  expect(first.run.stood).toBeUndefined()
  for (const next of [() => undefined, restart]) {
    next()
    const again = await suite(files, {}, 'sha256:f')
    expect(again).toMatchObject({ ran: [], states: passing, run: { version: 'v24', problem: null, ran: [] } })
    expect(again.run.stood).toEqual(all.map((file) => ({ file, commit: first.commit, evidence: 'sha256:e' })))
    expect(again.run.why).toBe('nothing changed since it was measured')
  }
})

test('of a suite that another process ran the tests are counted before any runs', async () => {
  const { suite, restart, counts } = stage()
  await suite(files)
  restart()
  await suite(later)
  expect([...counts()]).toEqual(all.map((file) => [file, 1]))
})

test('only what reaches a change is run, and the next tree goes on from there', async () => {
  const { suite } = stage()
  const first = await suite(files)
  const second = await suite(later, {}, 'sha256:f')
  expect(second).toMatchObject({ ran: [['test/a.test.js']], states: passing, run: { suiteMs: 60_000 } })
  expect(second.run.stood).toEqual([{ file: 'test/b.test.js', commit: first.commit, evidence: 'sha256:e' }])
  const third = await suite({ ...later, 'src/b.js': 'changed' })
  expect(third.ran).toEqual([['test/b.test.js']])
  expect(third.run.stood).toEqual([{ file: 'test/a.test.js', commit: second.commit, evidence: 'sha256:f' }])
  expect((await suite({ ...later, 'package.json': '{ }' })).ran).toEqual([all])
})

test('what was seen at run time counts beside what the texts say', async () => {
  const { suite } = stage({
    reaches: (file) => (file.includes('b.test') ? { files: [file, 'src/a.js', 'data.txt'] } : {}),
  })
  const tree = { ...files, 'data.txt': '1' }
  await suite(tree)
  expect((await suite({ ...tree, 'src/a.js': 'changed' })).ran).toEqual([all])
  expect((await suite({ ...tree, 'src/a.js': 'changed', 'data.txt': '2' })).ran).toEqual([['test/b.test.js']])
})

test('where the runner does not look, the texts alone tell', async () => {
  const { suite } = stage({ reaches: null })
  await suite(files)
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
  expect((await suite({ ...later, 'data.txt': '' })).ran).toEqual([all])
})

test('what failed is run again, and a test that then has another outcome always runs', async () => {
  const { suite, playing } = stage({ fails: (file) => file.includes('a.test') })
  expect((await suite(files)).states).toEqual(['test/a.test.js › x failed', 'test/b.test.js › x passed'])
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
  expect((await suite({ ...files, 'src/b.js': 'changed' })).ran).toEqual([all])
  playing.fails = () => false
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
})

test.each(['test/a.test.js › x', 'test/a.test.js'])('what is known to be flaky never stands: %s', async (id) => {
  const { suite, restart, playing } = stage({ fails: (file) => file.includes('a.test') })
  await suite(files, {}, 'sha256:e', null, [id])
  playing.fails = () => false
  for (const more of [{ 'src/c.js': '' }, { 'src/c.js': '', 'src/d.js': '' }]) {
    restart()
    expect((await suite({ ...files, ...more })).ran).toEqual([['test/a.test.js']])
  }
})

test('a failure that the change did not touch is judged as everything runs', async () => {
  const { suite, playing } = stage()
  await suite(files)
  playing.fails = (file, asked) => file.includes('a.test') && asked.length === 1
  const second = await suite(later)
  expect(second).toMatchObject({ ran: [['test/a.test.js'], all], states: passing })
  expect(second.run).toMatchObject({ why: expect.stringContaining('order') })
  expect(second.run.stood).toBeUndefined()
  // A file that was itself changed is judged at once.
  playing.fails = (file) => file.includes('a.test')
  expect((await suite({ ...later, 'test/a.test.js': `import '../src/a.js' // changed` })).ran).toEqual([
    ['test/a.test.js'],
  ])
})

test('a final verdict has everything run on the very tree, once', async () => {
  const { suite } = stage()
  await suite(files)
  expect((await suite(files, { final: true })).ran).toEqual([])
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
  const rest = await suite(later, { final: true })
  expect(rest).toMatchObject({ ran: [['test/b.test.js']], run: { wholeTree: true } })
  expect(rest.run.why).toBe('here everything is run once, on the very tree, and the others already were')
  expect((await suite(later, { final: true })).ran).toEqual([])
  expect((await suite({ ...later, 'src/b.js': 'changed' }, { final: true })).ran).toEqual([all])
})

test('where test files may leave one another something, all run at once on the very tree of a final verdict', async () => {
  const writes: Partial<Reach> = { files: ['test/a.test.js', 'test/b.test.js', 'db'], missing: ['db'] }
  const { suite } = stage({ reaches: () => writes })
  await suite(files)
  const changed = { ...files, 'src/a.js': `// nobody reads it` }
  await suite(changed)
  expect((await suite({ ...changed, 'test/a.test.js': `import '../src/a.js' //` })).ran).toEqual([all])
  const { suite: apart } = stage({ reaches: (file) => (file.includes('b.test') ? { missing: [file] } : {}) })
  await apart(files)
  expect((await apart(later)).ran).toEqual([['test/a.test.js']])
  expect((await apart(later, { final: true })).ran).toEqual([all])
})

test('what stood, and fails where everything runs on the very tree, is judged as everything runs', async () => {
  const { suite, playing } = stage()
  await suite(files)
  await suite(later)
  playing.fails = (file) => file.includes('b.test')
  const { ran, states } = await suite(later, { final: true })
  expect(ran).toEqual([['test/b.test.js'], all])
  expect(states).toEqual(['test/a.test.js › x passed', 'test/b.test.js › x failed'])
})

test('with tests.scope all a final verdict takes nothing from an earlier run of a part', async () => {
  const { suite, restart } = stage()
  await suite(files)
  await suite(later)
  restart({ scope: 'all' })
  expect((await suite(later, { final: true })).ran).toEqual([all])
})

test('a suite that takes a moment is run as a whole, but never twice on one tree; so is any where everything is asked for', async () => {
  for (const [takesMs, scope] of [
    [300, 'auto'],
    [60_000, 'all'],
  ] as const) {
    const { suite } = stage({ takesMs, project: { scope } })
    await suite(files)
    expect((await suite(later)).ran).toEqual([all])
    expect((await suite(later)).ran).toEqual([])
  }
  const { suite } = stage({ takesMs: 60_000, project: { scope: 'auto' } })
  await suite(files)
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
})

test('what has to run does so though nothing changed', async () => {
  const { suite } = stage()
  await suite(files)
  expect((await suite(files, { include: async () => ['test/b.test.js'] })).ran).toEqual([['test/b.test.js']])
  expect((await suite(files, { include: async () => null })).ran).toEqual([all])
})

test('a run over the source of another commit is neither kept nor looked up', async () => {
  const { suite, kept } = stage()
  expect((await suite(files, {}, 'sha256:e', later)).ran).toEqual([all])
  expect(kept.names()).toEqual([])
  await suite(files)
  expect((await suite(files, {}, 'sha256:e', later)).ran).toEqual([all])
})

test('a run in which test files were rewritten is not kept', async () => {
  const { suite, kept } = stage({ does: (root) => writeFileSync(join(root, 'test/a.test.js'), '') })
  expect((await suite(files)).run.problem).toMatchObject({ message: expect.stringContaining('were changed') })
  expect(kept.names()).toEqual([])
})

test('a record of a commit that is laid out otherwise now stands for nothing', async () => {
  const { suite, relaid } = stage()
  const { commit } = await suite(files)
  const other = await suite({ ...later, 'package.json': '{ }' })
  relaid.set(commit, other.commit)
  relaid.set(other.commit, commit)
  expect((await suite(later)).ran).toEqual([all])
})

test('where tests are given the history, who looked there runs on every commit', async () => {
  const looks = (file: string): Partial<Reach> => (file.includes('a.test') ? { missing: ['.git/shallow'] } : {})
  const { suite } = stage({ project: { reads: ['.git'] }, reaches: looks })
  await suite(files)
  expect((await suite({ ...files, 'README.md': '' })).ran).toEqual([['test/a.test.js']])
})

test.each([
  ['says nothing', { problem: { rule: 'timed-out', message: 'Too long.', remedy: 'End.' } }],
  ['tells of a fault of no file', { faults: [{ kind: 'unhandled', file: '', message: 'lost' }] }],
] as const)('a run that %s is not kept', async (_, says) => {
  const { suite, kept } = stage({ says })
  await suite(files)
  expect(kept.names()).toEqual([])
  expect((await suite(files)).ran).toEqual([all])
})

test('damaged, foreign and later records are none', async () => {
  for (const text of ['', '{', '[]', '{"schema":1}', '{"schema":2}']) {
    const { suite, kept, restart } = stage()
    await suite(files)
    for (const name of kept.names()) kept.put(name, text)
    restart()
    expect((await suite(files)).ran).toEqual([all])
  }
  const { suite, kept, restart } = stage()
  await suite(files)
  const [name = ''] = kept.names()
  kept.put(name, (kept.get(name) ?? '').replaceAll(/"tree":"\w+"/g, '"tree":"0"'))
  restart()
  expect((await suite(files)).ran).toEqual([all])
})
