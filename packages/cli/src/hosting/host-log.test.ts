import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLog, hostLog, lengthOf, saidSince } from './host-log.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const line = (number: number): string => `${String(number).padStart(9, '0')}\n`
const lines = (count: number): string => Array.from({ length: count }, (_, at) => line(at)).join('')

test('is cut at its beginning, to whole lines, and whoever writes goes on at its end', () => {
  const file = hostLog(folder)
  const writer = openSync(file, 'a')
  try {
    writeSync(writer, lines(150_000))
    boundLog(file)
    expect(statSync(file).size).toBeLessThanOrEqual(512 * 1024)
    writeSync(writer, 'last\n')
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^\d{9}\n/)
    expect(text.endsWith(`${line(149_999)}last\n`)).toBe(true)
  } finally {
    closeSync(writer)
  }
})

test('is left alone while it is short, and may not be there', () => {
  const file = hostLog(folder)
  boundLog(file)
  expect([lengthOf(file), saidSince(file, 0)]).toEqual([0, ''])
  appendFileSync(file, 'one\n')
  boundLog(file)
  expect(readFileSync(file, 'utf8')).toBe('one\n')
})

test('tells what was said since then, also after it was cut', () => {
  const file = hostLog(folder)
  appendFileSync(file, lines(150_000))
  const length = lengthOf(file)
  appendFileSync(file, 'error: none\n')
  expect(saidSince(file, length)).toBe('error: none\n')
  boundLog(file)
  expect(saidSince(file, length)).toContain('error: none\n')
})
