import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** What an agent does once, in GREEN of the first cycle, before it does as it should. */
function escaping(repository: Repository, deed: string): string {
  const done = JSON.stringify(join(repository.home, 'done'))
  return `
const { execFileSync } = await import('node:child_process')
const { existsSync } = await import('node:fs')
const repository = ${JSON.stringify(repository.path)}
const sh = (command) => execFileSync('sh', ['-c', command], { cwd: repository, stdio: 'ignore' })
if (phase === 'GREEN' && cycle === 1 && !existsSync(${done})) {
  writeFileSync(${done}, '')
  ${deed}
}
`
}

function projectWith(deed: (repository: Repository) => string, sandbox: 'off' | 'required'): Repository {
  const config = { ...JSON.parse(commandConfig(['node', 'agent.mjs'])), sandbox }
  const repository = makeRepository({ ...numbers, 'sigma.config.json': JSON.stringify(config) })
  writeFiles(repository.path, { 'agent.mjs': honestAgent(escaping(repository, deed(repository))) })
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'The agent')
  return repository
}

const commits = "sh('git commit -q --allow-empty -m planted && git checkout -q -b planted')"

test('an agent that moves the user’s refs is put aside and named, its commit is left, and the run goes on', {
  timeout: 480_000,
}, async () => {
  proves('T35')
  using repository = projectWith(() => commits, 'off')
  const head = git(repository, 'rev-parse', 'HEAD')
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  expect(ended.stderr).toMatch(/C1 green +dev fails \(trespass\)\n.*isolation-breach/)
  expect(ended.stderr).toMatch(/dev \(agent agent\) changed what is the user's/)
  const told = (await sigma(repository, 'log', '--json')).stdout
  expect(told).toContain(`git update-ref refs/heads/main ${head} `)
  expect(told).toContain('git symbolic-ref HEAD refs/heads/main')
  expect(git(repository, 'log', '-1', '--format=%s')).toBe('planted')
  // The work stands on what it began from, and not on what the agent put there.
  expect(git(repository, 'log', '--format=%s', resultOf(ended).delivered?.branch ?? '')).not.toContain('planted')
  expect(ended.stderr).toMatch(/breach +an agent changed what is yours.*sigma why C1\.green\.dev/)
  const refs = git(repository, '--git-dir=.sigma/git', 'for-each-ref', '--format=%(refname)', 'refs/sigma/quarantine')
  expect(refs).toMatch(/^refs\/sigma\/quarantine\/numbers-[^/]+\/C1\/1$/)
})

test('an agent that ends sigma after it moved the user’s refs answers for it when the run goes on', {
  timeout: 480_000,
}, async () => {
  using repository = projectWith(
    () => `${commits}; process.kill(process.ppid, 'SIGKILL'); await new Promise(() => {})`,
    'off',
  )
  const killed = await sigma(repository, 'tdd', 'numbers')
  expect(killed.signal).toBe('SIGKILL')
  const ended = await sigma(repository, 'resume', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  expect(ended.stderr).toMatch(/C1 green +dev fails \(trespass\)\n.*isolation-breach/)
  expect(ended.stderr).toMatch(
    /isolation-breach +dev \(agent agent\) changed what is the user's, and its turn was cut off/,
  )
})

test('in the sandbox the same agent changes nothing, and what a person does meanwhile is a person’s', {
  timeout: 480_000,
}, async () => {
  needs('bubblewrap')
  using repository = projectWith(() => `try { ${commits} } catch (error) { console.log(error.message) }`, 'required')
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  expect(git(repository, 'branch', '--format=%(refname:short)').split('\n')).not.toContain('planted')
  expect(readFileSync(join(repository.path, '.git/logs/HEAD'), 'utf8')).not.toContain('sigma.invalid')
  expect(ended.stderr).not.toContain('isolation-breach')
})

test('a host that is not opened is named in the evidence of the turn and in the way out, and nothing leaves', {
  timeout: 480_000,
}, async () => {
  needs('bubblewrap')
  const deed = "await fetch('https://api.example.com/v1/messages')"
  using repository = projectWith(() => deed, 'required')
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(ended.stderr).toMatch(
    /C1 green +dev fails \(crash\)\n.* exit code 1; the sandbox refused it api\.example\.com:443\. The end of its stderr/,
  )
  expect(ended.stderr).toMatch(
    /way out: .*If it may connect to api\.example\.com:443, name that in agents\.agent\.hosts/,
  )
  const failed = (await sigma(repository, 'log', '--json')).stdout
    .split('\n')
    .find((line) => line.includes('agent-crash'))
  const evidence = /"evidence":"(sha256:[0-9a-f]+)"/.exec(failed ?? '')?.[1] ?? ''
  expect((await sigma(repository, 'why', evidence)).stdout).toMatch(/refused by the sandbox\n *api\.example\.com:443/)
})
