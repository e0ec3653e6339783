import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isAlive, pulseOf } from './pulse.ts'

/** Looked at from `afterMs` on, for a second. */
async function isSeenAlive(program: string, afterMs = 1_500): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, ['--eval', program], { stdio: ['pipe', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  await delay(afterMs)
  const before = pulseOf(child.pid ?? 0)
  await delay(1_000)
  const after = pulseOf(child.pid ?? 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  if (before === null || after === null) throw new Error('The program ended early.')
  return isAlive(before, after)
}

test('a program that only waits does nothing', async () => {
  expect(await isSeenAlive('process.stdin.resume(); setInterval(() => {}, 200)')).toBe(false)
})

test.for([
  ['computes', 'for (;;);'],
  ['writes', `setInterval(() => require('fs').writeFileSync('/dev/null', 'x'.repeat(40)), 100)`],
  [
    'hears from a connection',
    `require('net').createServer((to) => setInterval(() => to.write(': ping\\n\\n'.repeat(5)), 100)).listen(0, function () {
       require('child_process').spawn(process.execPath, ['-e', "require('net').connect(" + this.address().port + ").resume()"])
     })`,
  ],
  ['begins processes', `setInterval(() => require('child_process').spawn('sleep', ['30']), 400)`],
] as const)('a program that %s is alive', async ([, program]) => {
  expect(await isSeenAlive(program)).toBe(true)
})

test('of a process that is gone there is nothing to say', async () => {
  const child = spawn(process.execPath, ['--eval', ''])
  await once(child, 'exit')
  expect(pulseOf(child.pid ?? 0)).toBe(null)
})
