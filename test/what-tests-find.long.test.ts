/** Suites that pass for a person and not in a bare checkout: what they need is found out, and what is set holds everywhere. */
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const testFile = (name: string, body: string): string => `import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
test('${name}', async () => { ${body} })
`

const suite = (port: number) => ({
  ...numbers,
  'package.json': JSON.stringify({
    name: 'numbers',
    version: '1.2.3',
    type: 'module',
    scripts: { test: 'cross-env TZ=Asia/Tokyo node --test' },
  }),
  '.gitignore': 'local/\n.env\n',
  'test/npm.test.js': testFile('npm', `assert.equal(process.env.npm_package_version, '1.2.3')`),
  'test/zone.test.js': testFile('zone', 'assert.equal(new Date(0).getHours(), 9)'),
  'test/git.test.js': testFile('git', `assert.match(execFileSync('git', ['describe', '--tags']).toString(), /^v1/)`),
  'test/local.test.js': testFile('local', `assert.equal(readFileSync('local/data.txt', 'utf8'), 'data')`),
  'test/flag.test.js': testFile('flag', `assert.equal(process.env.FLAG, 'on')`),
  'test/login.test.js': testFile('login', `assert.match(readFileSync('.env', 'utf8'), /^PASSWORD=/)`),
  'test/server.test.js': testFile(
    'server',
    `const socket = connect(${port}, '127.0.0.1'); await once(socket, 'connect'); socket.destroy()`,
  ),
})

/** In GREEN it tries its workspace with what it was given, and notes what it saw. */
const trying = (notes: string): string => `
const { spawnSync } = await import('node:child_process')
const { existsSync } = await import('node:fs')
if (phase === 'GREEN' && cycle === 1) {
  writeFileSync('src/twice.js', write['src/twice.js'])
  const { stdout, stderr } = spawnSync('sh', ['-c', process.env.SIGMA_GATES + ' --json'], { encoding: 'utf8' })
  const lies = ['.git/HEAD', 'local/data.txt', '.env'].filter((path) => existsSync(path))
  writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ stdout, stderr, lies }))
}
`

function person(repository: Repository): Repository {
  writeFiles(repository.path, { 'local/data.txt': 'data', '.env': 'PASSWORD=hunter2-of-nobody\n' })
  git(repository, 'tag', 'v1.0.0')
  return { ...repository, env: { ...repository.env, FLAG: 'on' } }
}

test('what a suite needs beside its commit is found out before anybody is asked, and given where it is set', {
  timeout: 960_000,
}, async () => {
  needs('bubblewrap')
  await using server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  using made = makeRepository(suite(port))
  const repository = person(made)
  const folder = join(repository.home, 'notes')
  mkdirSync(folder)
  const agents = { agent: { kind: 'command', command: ['node', 'agent.mjs'], writes: [folder] } }
  const config = (tests: object): string =>
    commandConfig(['node', 'agent.mjs'], { tries: 1 }, { agents, tests, sandbox: 'required' })
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(trying(join(folder, 'notes.json'))),
    'sigma.config.json': config({}),
  })

  const waiting = await sigma(repository, 'tdd', 'numbers')
  const { run, outcome, reasons } = resultOf(waiting)
  expect(outcome, waiting.stderr).toBe('waiting')
  const remedies = Object.fromEntries(
    reasons
      .filter(({ rule }) => rule === 'old-failure')
      .map(({ message, remedy }) => [/test\/(\w+)\.test/.exec(message)?.[1], remedy]),
  )
  expect(remedies).toEqual({
    git: 'It needs a git repository: "tests": { "reads": [".git"] }.',
    local: 'It needs local, which is in no commit: "tests": { "reads": ["local"] }.',
    flag: 'It needs the variable FLAG, which you have set: "tests": { "env": { "FLAG": "$FLAG" } }.',
    login: 'It seems to need .env, which is in no commit: "tests": { "reads": [".env"] }.',
    server: `It seems to need a server at 127.0.0.1:${port}: "tests": { "hosts": ["127.0.0.1:${port}"] }.`,
  })
  await sigma(repository, 'decide', `${run}/baseline.decision`, 'abort')

  const tests = { env: { FLAG: '$FLAG' }, reads: ['.git', 'local', '.env'], hosts: [`127.0.0.1:${port}`] }
  writeFiles(repository.path, { 'sigma.config.json': config(tests) })
  const before = fingerprint(repository)
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  expect(fingerprint(repository)).toEqual(before)

  const noted = JSON.parse(readFileSync(join(folder, 'notes.json'), 'utf8'))
  // The agent's tests found all of it, and its workspace holds none of it.
  expect(JSON.parse(noted.stdout), noted.stderr).toMatchObject({ outcome: 'passed', failed: 0, passed: 9 })
  expect(noted.lies).toEqual([])
  const delivered = git(repository, 'diff', '--name-only', 'HEAD', resultOf(ended).delivered?.commit ?? '').split('\n')
  expect(delivered.filter((path) => /local|env|\.git$/.test(path))).toEqual([])
  const why = await sigma(repository, 'why', resultOf(ended).run ?? '', '--json')
  expect(why.stdout + why.stderr + ended.stdout + ended.stderr).not.toContain('hunter2-of-nobody')
})

/** In RED it makes, as a test file of its own, what the old test reads of a person's. */
const shadowing = `
if (phase === 'RED' && cycle === 1) write['test/data/expected.json'] = '"of an agent"'
`

test('a file that is laid beside the commit is made by nobody in the run', { timeout: 480_000 }, async () => {
  const reading = testFile('reads', `assert.equal(readFileSync('test/data/expected.json', 'utf8'), '"of a person"')`)
  using repository = makeRepository({ ...numbers, 'test/reads.test.js': reading })
  const settings = { tests: { reads: ['test/data'] } }
  writeFiles(repository.path, {
    'test/data/expected.json': '"of a person"',
    'agent.mjs': honestAgent(shadowing),
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { tries: 1 }, settings),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { outcome, reasons } = resultOf(ended)
  expect([outcome, reasons.map(({ rule }) => rule)], ended.stderr).toEqual(['waiting', ['laid-file', 'decision']])
})
