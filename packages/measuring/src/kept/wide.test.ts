import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { files, stage } from '../fixture/suite-stage.ts'
import { rewritten } from '../runners/rewritten.ts'

const all = ['test/a.test.js', 'test/b.test.js']
const later = { ...files, 'src/a.js': 'changed' }

test('a suite that takes its time has a test file at a time for each core, once that is known', async () => {
  const { suite } = stage({ cores: 2 })
  expect((await suite(files)).widths).toEqual([false])
  expect((await suite(later)).widths).toEqual([true])
  const soonDone = stage({ cores: 2, takesMs: 1_000 })
  await soonDone.suite(files)
  expect((await soonDone.suite(later)).widths).toEqual([false])
})

test('many files of which nothing is known yet are taken to last', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `test/${at}.test.js`)
  const many = { 'package.json': '{}', ...Object.fromEntries(names.map((name) => [name, ''])) }
  expect((await stage({ cores: 2 }).suite(many)).widths).toEqual([true])
  expect((await stage({ cores: 1 }).suite(many)).widths).toEqual([false])
})

test('where the project says how many go at a time, no run is wide', async () => {
  const { suite } = stage({ cores: 2 })
  const serial = { ...files, 'package.json': '{"scripts":{"test":"node --test --test-concurrency=1"}}' }
  await suite(serial)
  expect((await suite({ ...serial, 'src/a.js': 'changed' })).widths).toEqual([false])
})

test('what fails in a wide run is asked again as the project runs its tests; where it passes then, no run is wide from then on', async () => {
  const { suite, restart, playing } = stage({ cores: 2 })
  await suite(files)
  playing.fails = (file, _, wide) => wide && file.includes('a.test')
  const second = await suite({ ...later, 'package.json': '{ }' })
  expect(second).toMatchObject({ ran: [all, all], widths: [true, false] })
  expect(second.states).toEqual(all.map((file) => `${file} › x passed`))
  restart()
  expect((await suite({ ...later, 'package.json': '{  }' })).widths).toEqual([false])
})

test('a part of a suite that fails in a wide run is run again with fewer at a time', async () => {
  const { suite, playing } = stage({ cores: 2 })
  await suite(files)
  playing.fails = (file, _, wide) => wide && file.includes('a.test')
  const second = await suite(later)
  expect(second).toMatchObject({ ran: [['test/a.test.js'], ['test/a.test.js']], widths: [true, false] })
  expect(second.states).toEqual(all.map((file) => `${file} › x passed`))
  expect((await suite({ ...later, 'src/a.js': 'changed again' })).widths).toEqual([false])
})

test('where tests can reach beyond their checkout, no run is wide', async () => {
  const { suite } = stage({ cores: 2, isShutOff: false })
  await suite(files)
  expect((await suite({ ...later, 'package.json': '{ }' })).widths).toEqual([false])
})

test('what a wide run caught stays caught, and nothing is run again', async () => {
  const { suite, playing } = stage({ cores: 2 })
  await suite(files)
  const caught = rewritten(['an assertion'])
  playing.says = { problem: caught }
  const { widths, run } = await suite(later)
  expect(widths).toEqual([true])
  expect(run.problem).toBe(caught)
})

test('what is made again finds nothing of what ran before', async () => {
  const found: boolean[] = []
  const { suite, playing } = stage({
    cores: 2,
    does: (root) => {
      found.push(existsSync(join(root, 'left')))
      writeFileSync(join(root, 'left'), '')
    },
  })
  await suite(files)
  playing.fails = (file) => file.includes('a.test')
  expect((await suite(later)).widths).toEqual([true, false, false])
  expect(found).toEqual([false, false, false, false])
})

test('a wide run that says nothing is followed by one with fewer at a time', async () => {
  const { suite, playing } = stage({ cores: 2 })
  await suite(files)
  playing.says = { problem: { rule: 'timed-out', message: 'Too long.', remedy: 'End.' } }
  expect((await suite(later)).widths).toEqual([true, false])
  expect((await suite({ ...later, 'package.json': '{ }' })).widths).toEqual([true, false])
})

test('where something fails anyway, no run is wide', async () => {
  const { suite } = stage({ cores: 2, fails: (file) => file.includes('a.test') })
  expect((await suite(files)).widths).toEqual([false])
  expect(await suite({ ...files, 'package.json': '{ }' })).toMatchObject({ ran: [all], widths: [false] })
})
