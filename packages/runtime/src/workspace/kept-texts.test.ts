import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createKeptTexts } from './kept-texts.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-kept-'))
  folders.push(folder)
  return folder
}
const age = (folder: string, name: string, seconds: number): void =>
  utimesSync(join(folder, 'kept', `${name}.json`), 1_000_000 + seconds, 1_000_000 + seconds)

test('a text is there under its name for the next who opens the folder, and is replaced', () => {
  const folder = dataFolder()
  expect(createKeptTexts(folder).names()).toEqual([])
  createKeptTexts(folder).put('a-1', 'one')
  createKeptTexts(folder).put('a-1', 'two')
  expect(createKeptTexts(folder).get('a-1')).toBe('two')
  expect(createKeptTexts(folder).get('b-1')).toBeNull()
  expect(readdirSync(join(folder, 'kept'))).toEqual(['a-1.json'])
})

test('what was used last stays, bounded in number and size', () => {
  const folder = dataFolder()
  const kept = createKeptTexts(folder, { files: 2, bytes: 100, fileBytes: 60 })
  kept.put('a', 'a')
  kept.put('b', 'b')
  age(folder, 'a', 1)
  age(folder, 'b', 2)
  expect(kept.names()).toEqual(['b', 'a'])
  expect(kept.get('a')).toBe('a')
  kept.put('c', 'c')
  expect(kept.names().toSorted()).toEqual(['a', 'c'])
  age(folder, 'a', 1)
  kept.put('d', 'd'.repeat(60))
  expect(kept.names().toSorted()).toEqual(['c', 'd'])
  age(folder, 'd', 1)
  kept.put('e', 'e'.repeat(50))
  expect(kept.names().toSorted()).toEqual(['c', 'e'])
  kept.put('f', 'f'.repeat(61))
  expect(kept.get('f')).toBeNull()
})

test('what somebody began to write and never ended is swept, but not what is being written', () => {
  const folder = dataFolder()
  const kept = createKeptTexts(folder)
  kept.put('a', 'a')
  for (const name of ['now.new', 'old.new']) writeFileSync(join(folder, 'kept', name), '')
  utimesSync(join(folder, 'kept', 'old.new'), 1, 1)
  kept.put('b', 'b')
  expect(readdirSync(join(folder, 'kept')).toSorted()).toEqual(['a.json', 'b.json', 'now.new'])
})

test('what is no file of its own, or cannot be written, is not there; nothing fails', () => {
  const folder = dataFolder()
  const kept = createKeptTexts(folder)
  kept.put('../a', 'out')
  expect(kept.get('../a')).toBeNull()
  mkdirSync(join(folder, 'kept', 'folder.json'), { recursive: true })
  writeFileSync(join(folder, 'secret'), 'secret')
  symlinkSync('../secret', join(folder, 'kept', 'link.json'))
  expect([kept.names(), kept.get('folder'), kept.get('link')]).toEqual([[], null, null])
  const blocked = dataFolder()
  writeFileSync(join(blocked, 'kept'), '')
  createKeptTexts(blocked).put('a', 'a')
  expect([createKeptTexts(blocked).names(), createKeptTexts(blocked).get('a')]).toEqual([[], null])
})

test('a folder that is a link is nobody’s to keep in: what it leads to stays as it is', () => {
  const [folder, other] = [dataFolder(), dataFolder()]
  for (const name of ['a', 'b']) writeFileSync(join(other, `${name}.json`), 'the user’s')
  symlinkSync(other, join(folder, 'kept'))
  const kept = createKeptTexts(folder, { files: 1, bytes: 100, fileBytes: 60 })
  kept.put('c', 'c')
  expect([kept.names(), kept.get('a'), kept.get('c')]).toEqual([[], null, null])
  expect(readdirSync(other)).toEqual(['a.json', 'b.json'])
})
