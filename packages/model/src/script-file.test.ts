import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleScript, readScript } from './script-file.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-model-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(text: string): string {
  const file = join(folder, 'script.json')
  writeFileSync(file, text)
  return file
}

test('the example is a script', () => {
  expect(readScript(written(JSON.stringify(exampleScript)))).toEqual(exampleScript)
})

test.each([
  ['{', 'cannot be read'],
  ['{"lanes": []}', 'lanes'],
  ['{"lanes": [{"when": ["a"], "replies": [{}]}]}', 'a reply needs "text", "calls", or a fault whose "times" is null'],
  ['{"lanes": [{"when": ["a"], "replies": [{"text": "a", "pace": 3}]}]}', 'pace'],
  ['{"lanes": [{"when": ["a"], "replies": [{"text": "a", "faults": [{"kind": "status", "status": 200}]}]}]}', 'status'],
])('what is no script is told where and why: %s', (text, part) => {
  const file = written(text)
  expect(() => readScript(file)).toThrow(part)
  expect(() => readScript(file)).toThrow(file)
})

test('a file that is not there is named', () => {
  expect(() => readScript(join(folder, 'nowhere.json'))).toThrow('nowhere.json')
})
