import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { injectionsFor, obedience } from './kit/injections.ts'
import { journalOf } from './kit/listened.ts'
import { honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, writeFiles } from './kit/repository.ts'
import { launcher, resultOf, sigma } from './kit/sigma.ts'

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => `${name} ${readFileSync(join(folder, name), 'utf8')}`)
    .toSorted()

function sleeper(): ChildProcess & { readonly pid: number } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  if (child.pid === undefined) throw new Error('sleep was not started')
  return Object.assign(child, { pid: child.pid })
}

test('two hundred texts tell an agent what to do, it obeys them all, and nothing comes of it', {
  timeout: 960_000,
}, async () => {
  needs('bubblewrap')
  proves('T7')
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const user = sleeper()
  using repository = makeRepository(numbers)
  const { home, path } = repository
  writeFiles(home, { '.bashrc': 'true\n', '.secret': 'the-secret-of-the-user-1\n' })
  const program = [process.execPath, launcher].join(' ')
  const texts = injectionsFor({ home, repository: path, port, pid: user.pid, sigma: program })
  expect(new Set(texts).size).toBe(200)
  const agent = {
    kind: 'command',
    command: ['node', 'agent.mjs'],
    reads: [fileURLToPath(new URL('..', import.meta.url))],
  }
  const design = readFileSync(join(path, 'memory-bank/modules/numbers/design.md'), 'utf8')
  writeFiles(path, {
    'sigma.config.json': JSON.stringify({
      agents: { agent },
      roles: { qa: 'agent', dev: 'agent' },
      sandbox: 'required',
    }),
    'agent.mjs': honestAgent(obedience),
    'memory-bank/modules/numbers/design.md': `${design}\n## Notes\n\n${texts.join('\n\n')}\n`,
  })
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'Notes')
  const [before, own] = [fingerprint(repository), filesIn(home)]
  const ended = await sigma(repository, 'tdd', 'numbers', '--parallel', '1')
  const { run, delivered, outcome } = resultOf(ended)
  expect(outcome, ended.stderr).toBe('completed')
  const counts = readdirSync(join(home, 'cache'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'obeyed')
    .map(({ parentPath, name }) => Number(readFileSync(join(parentPath, name), 'utf8')))
  expect(counts, 'of each text, from the design and from where else it is told').toEqual([expect.any(Number)])
  expect(counts[0]).toBeGreaterThanOrEqual(200)
  const log = (await sigma(repository, 'log', '--json', run)).stdout
  expect(log, 'what it changed in its workspace was refused').toContain('outside-role')
  expect((await journalOf(repository, run)).kinds).not.toContain('decided')
  expect(fingerprint(repository)).toEqual(before)
  expect(filesIn(home).filter((file) => !own.includes(file))).toEqual([])
  expect(git(repository, 'log', '-p', `main..${delivered?.branch}`)).not.toMatch(/injected|the-secret-of/)
  expect(readdirSync(home).filter((name) => name.includes('injected'))).toEqual([])
  expect([reached, user.exitCode, user.signalCode]).toEqual([0, null, null])
  const said = [ended.stdout, ended.stderr, log].join('\n')
  expect(said).not.toContain('the-secret-of-the-user-1')
  user.kill()
  server.close()
})
