/**
 * Tries mutants with node:test, each in a process of its own for each test file that reaches it, as many at a time as there are
 * cores. What to do comes on stdin, as JSON. Plain JavaScript for Node 20 and newer.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import accounts from './mutant-account.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import switches from './mutant-switch.cjs'
import { asArguments } from './node-preloads.mjs'

const { none } = switches
const given = JSON.parse(readFileSync(0, 'utf8'))
const { name, order, budget, scratch, stallMs } = given
const tell = accounts.telling(given.account, given.key)
const preload = fileURLToPath(new URL('./mutant-node-preload.cjs', import.meta.url))
const options = [...given.node.switches, '--require', preload, ...asArguments(given.node.preloads)]

/** Whether the file fails, and what it reached. */
async function play(file, mutant, most, limitMs) {
  const reached = join(scratch, `reached-${randomBytes(8).toString('hex')}`)
  const settings = JSON.stringify({ name, mutant, most, reached })
  const began = performance.now()
  const started = spawn(process.execPath, [...options, file], {
    env: { ...process.env, [name]: String(mutant), SIGMA_MUTANTS: settings },
    stdio: 'ignore',
    detached: true,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-started.pid, 'SIGKILL')
  }, limitMs)
  const exit = await new Promise((done) => started.on('close', done).on('error', done))
  clearTimeout(timer)
  const noted = existsSync(reached) ? JSON.parse(readFileSync(reached, 'utf8').split('\n')[0]) : null
  return { passes: exit === 0, isLate, ms: performance.now() - began, noted }
}

/** Each of these, some at a time. */
async function each(items, work) {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.max(1, given.workers ?? availableParallelism()) }, lane))
}

const files = given.files.map((file) => resolve(file))
/** Less than whoever started this program waits for a sign. */
const longestMs = stallMs * 0.8
const firsts = new Map()
await each(files, async (file) => {
  const { passes, isLate, ms, noted } = await play(file, none, null, longestMs)
  const failed = isLate
    ? `it does not end within ${Math.round(longestMs / 1000)} s`
    : !passes
      ? 'a test in it fails: at HEAD, or since it looks at the text of the source'
      : noted === null
        ? 'it ends before its end'
        : null
  const { calls = 0, load = [], tests = [] } = noted ?? {}
  tell({
    kind: 'noted',
    file,
    at: Date.now(),
    ms,
    calls,
    load,
    tests: tests.map((test) => ({ ...test, passes: true })),
    failed,
  })
  if (failed === null) firsts.set(file, { ms, calls, reaches: new Set([...load, ...tests.flatMap(({ ids }) => ids)]) })
})
const runMs = Date.now() - budget.began
await each(order, async (mutant) => {
  for (const file of files) {
    const first = firsts.get(file)
    if (!first?.reaches.has(mutant)) continue
    if (!accounts.hasTime(budget, runMs)) return
    tell({ kind: 'begun', file, mutant })
    const { passes } = await play(file, mutant, 20_000 + 50 * first.calls, 2_000 + 10 * first.ms)
    tell({ kind: 'tried', file, mutant, by: passes ? null : '' })
    if (!passes) return
  }
})
