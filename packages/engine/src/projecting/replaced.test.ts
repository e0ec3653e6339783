/** A file that is Sigma's alone is replaced whole: whoever reads it meanwhile, or after a power cut, finds the old one or the new one. */
import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { writeProjected } from './writer.ts'

const path = 'protocols/execution/skill/state/skill-1f2e3d4c-5b6.json'
/** Of many lengths, so that a part of one is none of the others. */
const texts = Array.from({ length: 12 }, (_, at) => `${JSON.stringify({ at, text: 'x'.repeat(at * 3_000) })}\n`)

function project() {
  const root = mkdtempSync(join(tmpdir(), 'sigma-state-'))
  const place = { root, top: root, folder: join(root, '.sigma') }
  const write = (content: string) =>
    writeProjected(place, { base: 'project', path, form: { kind: 'whole', content } }, 'write')
  return { file: join(root, path), write, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** Reads the file again and again, and tells how often it was something else than one of the texts. */
const reader = `
const { readFileSync } = require('node:fs')
const { parentPort, workerData: { file, texts, stop } } = require('node:worker_threads')
const known = new Set(texts)
let [reads, torn] = [0, 0]
parentPort.postMessage('reading')
while (Atomics.load(stop, 0) === 0) {
  reads += 1
  if (!known.has(readFileSync(file, 'utf8'))) torn += 1
}
parentPort.postMessage({ reads, torn })
`

test('a reader in a loop always sees a whole file while it is replaced', async () => {
  proves('EXE-48')
  using at = project()
  at.write(texts[0] ?? '')
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(reader, { eval: true, workerData: { file: at.file, texts, stop } })
  await new Promise((resolve) => worker.once('message', resolve))
  const seen = new Promise<{ reads: number; torn: number }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  for (let round = 0; round < 40; round += 1) for (const text of texts) at.write(text)
  Atomics.store(stop, 0, 1)
  const { reads, torn } = await seen
  expect(torn).toBe(0)
  expect(reads).toBeGreaterThan(100)
  expect(readFileSync(at.file, 'utf8')).toBe(texts.at(-1))
})

test('what is written aside is flushed before it takes the place of the old one, which nothing writes into', () => {
  proves('EXE-48')
  using at = project()
  at.write(texts[0] ?? '')
  const done: string[] = []
  const { openSync, writeSync, fsyncSync, renameSync } = fs
  try {
    fs.openSync = (...given) => {
      if (given[0] === at.file && given[1] !== undefined && (Number(given[1]) & 3) !== 0) done.push('open the old one')
      return openSync(...given)
    }
    // as: of several forms the one that is used here.
    fs.writeSync = ((...given: Parameters<typeof writeSync>) => {
      done.push('write')
      return writeSync(...given)
    }) as typeof writeSync
    fs.fsyncSync = (descriptor) => {
      fsyncSync(descriptor)
      done.push(`flush ${fs.fstatSync(descriptor).size}`)
    }
    fs.renameSync = (from, to) => {
      renameSync(from, to)
      done.push(`rename to ${String(to) === at.file ? 'it' : 'another'}`)
    }
    syncBuiltinESMExports()
    expect(at.write(texts[1] ?? '').change).toBe('replaced')
  } finally {
    Object.assign(fs, { openSync, writeSync, fsyncSync, renameSync })
    syncBuiltinESMExports()
  }
  expect(done).toEqual(['write', `flush ${Buffer.byteLength(texts[1] ?? '')}`, 'rename to it'])
})
