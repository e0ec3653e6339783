import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { forgedCounts, forgedIn } from './profiles.ts'

const none = { processes: 0, workers: 0 }

function folderWith(files: Readonly<Record<string, string>>): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'sigma-profiles-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

const own = { name: 'coverage-1-1-0.json', sha256: createHash('sha256').update('{}').digest('hex') }

test('a profile counts where it is as its process left it', async () => {
  proves('T9')
  using folder = folderWith({ [own.name]: '{}', 'source-1.json': '{}' })
  expect(await forgedIn(folder.path, { profiles: [own], started: [none] })).toBeNull()
  writeFileSync(join(folder.path, own.name), '{ }')
  expect((await forgedIn(folder.path, { profiles: [own], started: [none] }))?.message).toContain(
    'is not what the process of the tests left',
  )
  rmSync(join(folder.path, own.name))
  expect((await forgedIn(folder.path, { profiles: [own], started: [none] }))?.rule).toBe('coverage-forged')
})

test('a profile of another process counts where tests started one', async () => {
  proves('T9')
  using folder = folderWith({ [own.name]: '{}', 'coverage-2-1-0.json': '{}' })
  expect((await forgedIn(folder.path, { profiles: [own], started: [none, none] }))?.message).toContain(
    'coverage-2-1-0.json is of no process',
  )
  expect(await forgedIn(folder.path, { profiles: [own], started: [none, { processes: 1, workers: 0 }] })).toBeNull()
  expect(await forgedIn(folder.path, { profiles: [own], started: [{ processes: 0, workers: 1 }] })).toBeNull()
})

test('istanbul’s counts are those of the files together', async () => {
  proves('T9')
  const counts = { s: { 0: 1, 1: 2 }, f: { 0: 1 }, b: { 0: [1, 0] } }
  using folder = folderWith({
    'coverage-final.json': JSON.stringify({ '/tree/src/a.js': counts, '/tree/src/b.ts': counts }),
  })
  const judged = (counted: number, countersTouched = false) =>
    forgedCounts(folder.path, '/tree', {
      countersTouched,
      counted: new Map([
        ['/tree/src/a.js', counted],
        ['/tree/src/b.ts', null],
      ]),
    })
  expect(await judged(5)).toBeNull()
  expect((await judged(4))?.message).toContain('the counts of src/a.js')
  expect((await judged(5, true))?.rule).toBe('coverage-forged')
})
