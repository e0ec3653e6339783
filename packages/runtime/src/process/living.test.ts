import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { livingContract } from '@sigma/engine/testing'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-living-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(livingContract(() => ({ processes: createProcesses(), folder, node: process.execPath })))(
  '$name',
  async ({ run, expected }) => {
    expect(await run()).toEqual(expected)
  },
)

test('it dies with Sigma, even if that is killed, and a later host finds what an earlier one left', async () => {
  const file = join(folder, 'pid')
  const program = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const host = `
    import { createProcesses } from ${JSON.stringify(new URL('./processes.ts', import.meta.url).href)}
    const command = [process.execPath, '-e', ${JSON.stringify(program)}]
    createProcesses().open({ command, cwd: '/', env: {}, maxUnreadBytes: 1000, maxOutputBytes: 1000, graceMs: 100 })`
  const hosting = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit', detached: true })
  for (let tries = 0; !existsSync(file) && tries < 400; tries += 1) await delay(25)
  await delay(100)
  const pid = Number(readFileSync(file, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  process.kill(-(hosting.pid ?? 0), 'SIGKILL')
  for (let tries = 0; isAlive(pid) && tries < 200; tries += 1) await delay(25)
  expect(isAlive(pid)).toBe(false)

  const spec = { cwd: folder, env: {}, maxUnreadBytes: 1_000, maxOutputBytes: 1_000, graceMs: 100 }
  const left = createProcesses({ owner: 'project' }).open({
    ...spec,
    command: [process.execPath, '-e', `require('node:fs').writeSync(3, '1\\n'); setInterval(() => {}, 1000)`],
  })
  await left.receive(20_000)
  await createProcesses({ owner: 'project' }).endLeftovers()
  expect(await left.receive(20_000)).toMatchObject({ kind: 'over', result: { signal: 'SIGKILL' } })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
