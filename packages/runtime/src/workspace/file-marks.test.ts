import { linkSync, lstatSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileMarks } from './file-marks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of many files the contents are read later, and till then a new name of a file counts as a change', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sigma-marks-'))
  const files = Array.from({ length: 1_200 }, (_, at) => join(folder.path, `${at}.js`))
  for (const file of files) writeFileSync(file, file)
  const marks = createFileMarks()
  const look = (): readonly string[] => files.map((file) => marks(file, lstatSync(file)))
  const before = look()
  const changed = (): readonly number[] => look().flatMap((mark, at) => (mark === before[at] ? [] : [at]))
  const name = (at: number): void => linkSync(join(folder.path, `${at}.js`), join(folder.path, `${at}, another name`))
  name(3)
  name(1_100)
  expect(changed()).toEqual([1_100])
  vi.advanceTimersByTime(60_000)
  name(1_000)
  expect(changed()).toEqual([1_100])
  writeFileSync(join(folder.path, '1000.js'), 'changed')
  expect(changed()).toEqual([1_000, 1_100])
})
