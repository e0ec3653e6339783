/**
 * Runs a program that tries mutants, and begins it again where a mutant keeps it from going on: that mutant is noticed. What to
 * do comes on stdin, as JSON: `program` is how the other is started, which is given the rest. Plain JavaScript for Node 20 and newer.
 */
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import accounts from './mutant-account.cjs'

const { program, ...rest } = JSON.parse(readFileSync(0, 'utf8'))
const given = { ...rest, budget: { ...rest.budget, began: Date.now() } }
const { account, stallMs } = given
const tell = accounts.telling(account, given.key)
const sizeOf = () => statSync(account, { throwIfNoEntry: false })?.size ?? 0

/** True: nothing happened in it for too long. */
function play() {
  return new Promise((done) => {
    let isStalled = false
    const started = spawn(program[0], program.slice(1), { stdio: ['pipe', 'inherit', 'inherit'], detached: true })
    started.stdin.on('error', () => {})
    started.stdin.end(JSON.stringify(given))
    let [size, since] = [sizeOf(), Date.now()]
    const watch = setInterval(() => {
      const now = sizeOf()
      if (now !== size) [size, since] = [now, Date.now()]
      else if (Date.now() - since > stallMs) {
        isStalled = true
        process.kill(-started.pid, 'SIGKILL')
      }
    }, 200)
    const end = () => {
      clearInterval(watch)
      done(isStalled)
    }
    started.on('close', end).on('error', end)
  })
}

/** Mutants that a test file began with and did not end. */
function unended() {
  const open = new Map()
  for (const { kind, file, mutant } of accounts.told(account)) {
    if (kind === 'begun') open.set(`${mutant} ${file}`, { file, mutant })
    if (kind === 'tried') open.delete(`${mutant} ${file}`)
  }
  return [...open.values()]
}

for (;;) {
  const isStalled = await play()
  const left = unended()
  // No mutant keeps it from going on: some test file does, and what that would have noticed is not known.
  if (isStalled && left.length === 0) tell({ kind: 'stalled' })
  if (left.length === 0) break
  for (const { file, mutant } of left) tell({ kind: 'tried', file, mutant, by: 'it never ends' })
  if (Date.now() > given.budget.until) break
}
tell({ kind: 'ended', ms: Date.now() - given.budget.began })
