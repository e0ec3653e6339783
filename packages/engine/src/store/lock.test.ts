import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './store.ts'

let folder = ''
let holder: ChildProcess | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-lock-'))
})
afterEach(() => {
  holder?.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const open = () => openStore({ folder, now: Date.now(), command: 'sigma test' })

/** Another process that opens the store and keeps it. */
async function hold(): Promise<ChildProcess> {
  const program = `
    const { openStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)})
    openStore({ folder: ${JSON.stringify(folder)}, now: Date.now(), command: 'sigma tdd auth' })
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  holder = child
  return child
}

test('a second sigma fails at once, naming the process that holds the project', async () => {
  const { pid } = await hold()
  const before = performance.now()
  expect(open).toThrow(new RegExp(`^Another sigma \\(process ${pid}, since 20\\d\\d-.*Z\\) holds this project\\.$`))
  expect(performance.now() - before).toBeLessThan(1000)
})

test('of a holder that has not written its name yet, its dead predecessor is not named', async () => {
  await hold()
  const past = {
    pid: spawnSync('true').pid,
    since: '2020-01-01T00:00:00.000Z',
    processStart: '2020-01-01T00:00:00.000Z',
  }
  writeFileSync(join(folder, 'holder.json'), JSON.stringify({ ...past, command: 'sigma' }))
  expect(open).toThrow('Another sigma holds this project.')
})

test('a holder that is paused keeps the project; one that is killed loses it', async () => {
  const child = await hold()
  child.kill('SIGSTOP')
  expect(open).toThrow(expect.objectContaining({ code: 'store-locked' }))
  child.kill('SIGKILL')
  await once(child, 'exit')
  const store = open()
  expect(store.epoch).toBe(2)
  store.close()
})

test('within one process as well there is one writer', () => {
  const store = open()
  expect(open).toThrow(expect.objectContaining({ code: 'store-locked' }))
  store.close()
  open().close()
})
