import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

test('a holder that has not written its name yet is waited for, and its dead predecessor not named', async () => {
  const { pid } = await hold()
  const note = join(folder, 'holder.json')
  renameSync(note, `${note}.late`)
  const dead = spawnSync('true').pid
  const past = {
    pid: dead,
    since: '2020-01-01T00:00:00.000Z',
    processStart: '2020-01-01T00:00:00.000Z',
    command: 'sigma',
  }
  writeFileSync(note, JSON.stringify(past))
  spawn('sh', ['-c', 'sleep 0.2; mv holder.json.late holder.json'], { cwd: folder })
  expect(open).toThrow(new RegExp(`^Another sigma \\(process ${pid}, `))
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
