import { spawn, spawnSync } from 'node:child_process'
import { isAlive as isThere } from '@sigma/engine'
import { expect, test } from 'vitest'
import { isAlive, isZombie } from './alive.ts'

test('a process that ended and that nobody waited for is not alive, though it takes signals', async () => {
  // The shell becomes a program that waits for nobody, before its child ends.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const zombie = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))))
    await expect.poll(() => isZombie(zombie), { timeout: 10_000 }).toBe(true)
    expect(process.kill(zombie, 0)).toBe(true)
    expect([isAlive(zombie), isThere(zombie)]).toEqual([false, false])
    const pid = parent.pid ?? 0
    expect([isAlive(pid), isThere(pid), isZombie(pid)]).toEqual([true, true, false])
  } finally {
    parent.kill('SIGKILL')
  }
})

test('a process that is not there is neither', () => {
  expect([isAlive(2 ** 22 + 1), isThere(2 ** 22 + 1), isZombie(2 ** 22 + 1)]).toEqual([false, false, false])
})

test('who asks whether a process is at work loads nothing that starts one', () => {
  const program = `
    const { isAlive } = await import(${JSON.stringify(new URL('./alive.ts', import.meta.url).href)})
    console.log(JSON.stringify([isAlive(process.pid), process.moduleLoadList]))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [isAtWork, loaded]: [boolean, readonly string[]] = JSON.parse(stdout)
  expect(isAtWork).toBe(true)
  expect(loaded).toContain('NativeModule fs')
  expect(loaded).not.toContain('NativeModule child_process')
})
