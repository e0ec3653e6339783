import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sessionsIn } from '../replay/account.ts'
import { programAt } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'recorder-'))
afterAll(() => rmSync(folder, { recursive: true }))

const made = z.object({
  recorder: z.function({
    input: [z.unknown()],
    output: z.object({
      of: z.function({
        input: [z.string()],
        output: z.object({ one: z.function({ input: [z.string(), z.unknown()], output: z.unknown() }) }),
      }),
      begun: z.function({ input: [z.object({ file: z.string(), never: z.null(), may: z.array(z.string()) })] }),
      apart: z.function({ input: [] }),
    }),
  }),
})
const required = createRequire(import.meta.url)
let number = 0

/** A recorder, a function that it hands out, and the calls that it noted. */
function recording() {
  const account = join(folder, `${number++}.jsonl`)
  const { recorder } = made.parse(required(programAt('replay-recorder.cjs')))
  const { of, begun, apart } = recorder({ roots: [folder], account, key: 'key' })
  const load = () =>
    z
      .function({ input: [z.number()], output: z.number() })
      .parse(of('src/a.js').one('double', (value: number) => 2 * value))
  const noted = () =>
    sessionsIn(readFileSync(account, 'utf8'), 'key').map(({ file, events }) => [
      file,
      ...events.flatMap((each) => (each.event === 'called' ? [each.words] : [])),
    ])
  const begunBy = (file: string) => begun({ file, never: null, may: [] })
  return { begun: begunBy, apart, noted, load, double: load() }
}

test('calls are noted from where a test file says that they are its own', () => {
  const { begun, noted, double } = recording()
  expect(double(1)).toBe(2)
  begun('test/a.test.js')
  expect([double(2), double(3)]).toEqual([4, 6])
  expect(noted()).toEqual([['test/a.test.js', '2', '3']])
})

test('nothing is noted from where a test file says that its calls are told to nobody', () => {
  const { begun, apart, noted, double } = recording()
  apart()
  expect(double(1)).toBe(2)
  begun('test/a.test.js')
  double(2)
  apart()
  expect(double(3)).toBe(6)
  expect(noted()).toEqual([['test/a.test.js', '2']])
})

test('what an earlier test file of the process loaded for itself is another copy, and the calls of this one are noted', () => {
  const { begun, apart, noted, load } = recording()
  apart()
  const double = load()
  begun('test/a.test.js')
  double(4)
  expect(load()(5)).toBe(10)
  expect(noted()).toEqual([['test/a.test.js', '4']])
})

test('what is noted of two test files in one process is of neither', () => {
  const { begun, noted, double } = recording()
  begun('test/a.test.js')
  double(1)
  begun('test/b.test.js')
  expect(noted()).toEqual([])
})

test('of more calls than are noted each is made', () => {
  const { begun, noted, double } = recording()
  begun('test/a.test.js')
  let sum = 0
  for (let count = 0; count < 4_000; count += 1) sum += double(1)
  expect(sum).toBe(8_000)
  expect(noted()[0]?.length).toBeLessThan(3_000)
})
