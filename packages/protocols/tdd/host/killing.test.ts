import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { linesOf, readerOver } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { verifyChain } from '../../../engine/src/journal/chain.ts'
import { openForReading } from '../../../engine/src/store/readable.ts'
import { counted, inTier, logicalJournal, seededChoice, shareOf } from '../../../engine/src/testing/index.ts'

const wanted = shareOf(inTier({ fast: 4, long: 20, verify: 500 })).length
const program = fileURLToPath(new URL('../testing/killable.ts', import.meta.url))

/** Runs a host; `ms` after it has begun it is killed, unless it is over before. Gives whether it came to its end. */
async function live(folder: string, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const over = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), over])
  await Promise.race([sleep(ms, undefined, { ref: false }), over])
  child.kill('SIGKILL')
  await over
  return printed.includes('{')
}

/** A whole run; gives how many of its hosts were killed, and how it ended. */
async function played(kills: number, choice: (question: string) => number): Promise<{ killed: number; end: unknown }> {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-killing-'))
  let killed = 0
  while (!(await live(folder, killed < kills ? choice(`kill ${killed}`) * 100 : 60_000))) killed += 1
  const database = openForReading(join(folder, '.sigma'))
  verifyChain(database, 'run-1')
  const end = { result: readerOver(database).result('run-1'), journal: logicalJournal(linesOf(database, 'run-1')) }
  database.close()
  rmSync(folder, { recursive: true })
  return { killed, end }
}

test('hosts that are killed at random, one after the other, come to the same end', { timeout: 900_000 }, async () => {
  proves('DPTR-103')
  const seed = Date.now() + (shareOf(100)[0] ?? 0)
  const { end } = await played(0, () => 0)
  const choice = seededChoice(seed)
  let killed = 0
  for (let run = 0; killed < wanted; run += 1) {
    const again = await played(wanted - killed, (question) => choice(`${run} ${question}`))
    killed += again.killed
    expect(again.end, `seed ${seed}, run ${run}`).toEqual(end)
  }
  expect(killed).toBeGreaterThanOrEqual(wanted)
  counted('hosts', killed)
})
