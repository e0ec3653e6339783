import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sigma-watchdog-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('programs die with a host that is killed, also when who watches over them was killed before', async () => {
  proves('F62')
  const file = join(folder, 'pid')
  const program = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const host = `
    import { createProcesses } from ${JSON.stringify(new URL('./processes.ts', import.meta.url).href)}
    const command = [process.execPath, '-e', ${JSON.stringify(program)}]
    await createProcesses().run({ command, cwd: '/', env: {}, limitMs: 60_000, maxOutputBytes: 1000, graceMs: 100 })`
  const hosting = spawn(process.execPath, ['--input-type=module', '-e', host], { stdio: 'inherit' })
  const pid = hosting.pid ?? 0
  const agent = Number(await until(() => existsSync(file) && readFileSync(file, 'utf8')))
  const first = await until(() => watcherOf(pid))
  process.kill(Number(first), 'SIGKILL')
  const second = await until(() => watcherOf(pid, first))
  expect(second).not.toBe(first)
  await delay(100)
  hosting.kill('SIGKILL')
  expect(await until(() => !isAlive(agent))).toBe(true)
})

async function until<Value>(look: () => Value | false | undefined | ''): Promise<Value | undefined> {
  for (let tries = 0; tries < 800; tries += 1) {
    const found = look()
    if (found) return found
    await delay(25)
  }
  return undefined
}

/** The child of the host that is told of groups to watch. */
function watcherOf(host: number, other?: string): string | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== other)
  return pids.find((pid) => {
    const [stat, line] = [read(`/proc/${pid}/stat`), read(`/proc/${pid}/cmdline`)]
    return stat.split(') ').at(-1)?.split(' ')[1] === `${host}` && line.includes('--input-type=commonjs')
  })
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
