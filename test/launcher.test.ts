import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const launcher = fileURLToPath(new URL('../packages/cli/bin', import.meta.url))

/** Makes the running Node pass for an old one, also in that it cannot replace its process. */
const old = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } }); process.execve = undefined`

/** An installation that holds only the launcher, a program to start and perhaps a pinned Node. */
function installation(main: string, pinned: boolean): { readonly bin: string } & Disposable {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sg-')))
  for (const part of ['packages/cli/bin', 'packages/cli/src', 'node_modules/node/bin']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(launcher, join(folder, 'packages/cli/bin'), { recursive: true })
  writeFileSync(join(folder, 'packages/cli/src/main.ts'), main)
  if (pinned) symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  return { bin: join(folder, 'packages/cli/bin/sigma.js'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('an old Node hands over to the pinned one, with arguments, exit code and the PATH as it was', () => {
  using installed = installation('console.log(process.argv.slice(2), process.env.PATH); process.exitCode = 3', true)
  const env = { ...process.env, PATH: '/usr/bin:/bin' }
  const args = ['--import', old('18.19.0'), installed.bin, 'tdd', 'a module']
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect(stdout).toBe("[ 'tdd', 'a module' ] /usr/bin:/bin\n")
  expect(status).toBe(3)
})

test('without the pinned Node an old one says in a sentence what is needed', () => {
  using installed = installation('console.log("started")', false)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', old('20.11.1'), installed.bin], {
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^error: Sigma needs Node 24 or newer; this is v\S+\.\nhint: nvm install 24\n$/)
  expect(stdout).toBe('')
  expect(status).toBe(1)
})

test('passes signals on, and ends as its child ends', async () => {
  const main = `
    process.on('SIGINT', () => console.log('interrupted'))
    process.on('SIGTERM', () => process.kill(process.pid, 'SIGKILL'))
    setTimeout(() => {}, 60_000)
    console.log('ready')`
  using installed = installation(main, true)
  const child = spawn(process.execPath, ['--import', old('20.11.1'), installed.bin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.setEncoding('utf8')
  expect(await once(child.stdout, 'data')).toEqual(['ready\n'])
  child.kill('SIGINT')
  expect(await once(child.stdout, 'data')).toEqual(['interrupted\n'])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
})
