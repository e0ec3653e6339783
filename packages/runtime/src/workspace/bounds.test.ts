import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Bench, benchFiles, openBench } from '../testing/bench.ts'
import { temporaryRepository } from '../testing/index.ts'

const limits = { fileBytes: 1_000_000, totalBytes: 3_000_000, entries: 200 }
const timeout = 60_000

/** What is told of a workspace after this was done to it, and what is kept of it. */
async function refused(
  make: (path: string) => void,
): Promise<{ readonly told: readonly string[]; readonly kept: string }> {
  using repository = temporaryRepository(benchFiles)
  const bench: Bench = await openBench(repository, limits)
  await bench.prepare()
  make(bench.path)
  const taken = await bench.intake(['src/**'])
  if (taken.kind !== 'trespass') throw new Error(taken.kind)
  return { told: taken.findings.map(({ rule, message }) => `${rule}: ${message}`), kept: bench.kept(taken) }
}

const fill = (path: string, folder: string, files: number, bytes = 0): void => {
  mkdirSync(join(path, folder), { recursive: true })
  for (let at = 0; at < files; at += 1) writeFileSync(join(path, folder, `${at}`), Buffer.alloc(bytes))
}

test('a pipe in the place of a file is refused by name, and nobody waits for what comes out of it', {
  timeout,
}, async () => {
  proves('T16')
  const { told } = await refused((path) => {
    rmSync(join(path, 'src/a.js'))
    execFileSync('mkfifo', [join(path, 'src/a.js'), join(path, 'src/new.js')])
  })
  expect(told).toEqual([expect.stringMatching(/^special-file: .*src\/a\.js, src\/new\.js/)])
})

test('a file that is too large alone is refused by name', { timeout }, async () => {
  proves('T16')
  const { told } = await refused((path) => fill(path, 'src/large', 1, limits.fileBytes + 1))
  expect(told).toEqual([expect.stringMatching(/^too-large: .*src\/large\/0/)])
})

test('a file that would take hours to read is refused unread', { timeout }, async () => {
  proves('T16')
  const { told } = await refused((path) => {
    writeFileSync(join(path, 'src/huge.js'), '')
    // Sparse: a tebibyte that takes no room.
    truncateSync(join(path, 'src/huge.js'), 2 ** 40)
  })
  expect(told).toEqual([expect.stringMatching(/^too-large: .*src\/huge\.js/)])
})

test('files that are small enough each, and too large together, are refused', { timeout }, async () => {
  proves('T16')
  const { told } = await refused((path) => fill(path, 'src/zeros', 20, 900_000))
  expect(told).toEqual([expect.stringMatching(/^too-large: /)])
})

test('too many files in many folders are refused', { timeout }, async () => {
  proves('T16')
  const { told } = await refused((path) => {
    for (let at = 0; at < 30; at += 1) fill(path, `src/many/${at}`, 10)
  })
  expect(told).toEqual([expect.stringMatching(/^too-many-files: /)])
})

test('a folder of very many files is refused before they are looked at', { timeout }, async () => {
  proves('T16')
  const { told } = await refused((path) => {
    fill(path, 'src/many', 5_000)
    writeFileSync(join(path, 'src/many/a name that\nis seen where all are looked at'), '')
  })
  expect(told).toEqual([expect.stringMatching(/^too-many-files: .*src\/many/)])
})

test('of text without end that was refused, little is kept', { timeout }, async () => {
  proves('T16')
  const { told, kept } = await refused((path) => writeFileSync(join(path, 'README.md'), 'x'.repeat(limits.fileBytes)))
  expect(told).toEqual([expect.stringMatching(/^outside-role: /)])
  expect(kept).toContain('+xxx')
  expect(kept.length).toBeLessThan(300_000)
})
