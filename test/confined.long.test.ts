import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const required = (agent: object = {}): string => {
  const config = JSON.parse(commandConfig(['node', 'agent.mjs']))
  return JSON.stringify({ ...config, agents: { agent: { ...config.agents.agent, ...agent } }, sandbox: 'required' })
}

/** In every turn it writes to all it knows of the user's, and says what came of it in its answer's last words. */
const attack = (project: string, home: string): string => `
const { execFileSync } = await import('node:child_process')
const { existsSync, readdirSync } = await import('node:fs')
const { join } = await import('node:path')
const [project, home] = ${JSON.stringify([project, home])}
const store = join(project, '.sigma')
const names = existsSync(store) ? readdirSync(store, { recursive: true }) : []
const known = ['sigma.db', 'sigma.db-wal', 'holder.json', 'git/HEAD', 'git/config'].concat(names)
for (const path of [...known.map((name) => join(store, name)), join(project, 'src/zero.js'), join(project, '.git/hooks/pre-commit'), join(home, 'planted')]) {
  try { appendFileSync(path, 'CANARY') } catch {}
}
try { execFileSync('git', ['branch', 'planted'], { cwd: project, stdio: 'ignore' }) } catch {}
try { writeFileSync('.git', 'CANARY') } catch {}
try { writeFileSync('package.json', 'CANARY') } catch {}
`

test('a sandboxed agent changes nothing of the user’s, of the store or of what is guarded, and its honest work is taken', {
  timeout: 480_000,
}, async () => {
  needs('bubblewrap')
  proves('T1', 'T2')
  using repository = makeRepository(numbers)
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(attack(repository.path, repository.home)),
    'sigma.config.json': required(),
  })
  const before = fingerprint(repository)
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { run, outcome } = resultOf(ended)
  expect(outcome, ended.stderr).toBe('completed')
  expect(ended.stderr).toMatch(/they and the tests run sandboxed \(bubblewrap [\d.]+\)\.\n/)
  expect(ended.stderr).toMatch(/ {2}agents +sandboxed \(bubblewrap [\d.]+\)\n/)
  expect(ended.stderr).not.toContain('changed meanwhile')
  expect(fingerprint(repository)).toEqual(before)
  expect(git(repository, 'branch', '--list', 'planted')).toBe('')
  expect((await sigma(repository, 'doctor', run ?? '')).exit).toBe(0)
  const kept = readdirSync(repository.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(kept).not.toContain(join(repository.home, 'planted'))
  const status = JSON.parse((await sigma(repository, 'status', '--json')).stdout)
  expect(status.runs[0].sandbox).toMatch(/^sandboxed \(bubblewrap/)
})

test('what an agent needs of the user’s files is opened by its configuration, and by nothing else', {
  timeout: 480_000,
}, async () => {
  needs('bubblewrap')
  using repository = makeRepository(numbers)
  const token = join(repository.home, 'token')
  writeFileSync(token, 'secret')
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(`if (phase === 'Phase0') readFileSync(${JSON.stringify(token)})`),
    'sigma.config.json': required(),
  })
  const refused = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(refused)).toMatchObject({ outcome: 'halted' })
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain('agents.agent.reads')
  writeFiles(repository.path, { 'sigma.config.json': required({ reads: ['~/token'] }) })
  expect(resultOf(await sigma(repository, 'resume'))).toMatchObject({ outcome: 'completed' })
  expect(readFileSync(token, 'utf8')).toBe('secret')
})

test('an agent whose script lies in a folder right below home finds the other files of that folder', {
  timeout: 480_000,
}, async () => {
  needs('bubblewrap')
  using repository = makeRepository(numbers)
  const tool = join(repository.home, 'mytool')
  mkdirSync(join(tool, 'lib'), { recursive: true })
  writeFileSync(join(tool, 'lib/x.mjs'), 'export const x = 1\n')
  writeFileSync(join(tool, 'agent.mjs'), honestAgent("await import('./lib/x.mjs')"))
  writeFiles(repository.path, { 'sigma.config.json': required({ command: ['node', join(tool, 'agent.mjs')] }) })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
})

test('where a sandbox is required and cannot be made, nothing is started', { timeout: 240_000 }, async () => {
  using repository = makeRepository(numbers)
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(),
    'sigma.config.json': required(),
    'broken/bwrap': '#!/bin/sh\necho "bwrap: no permission to make a new namespace" >&2\nexit 1\n',
  })
  git(repository, 'update-index', '--refresh', '-q')
  const { chmodSync } = await import('node:fs')
  chmodSync(join(repository.path, 'broken/bwrap'), 0o755)
  const env = { ...repository.env, PATH: `${join(repository.path, 'broken')}:${repository.env['PATH']}` }
  const ended = await sigma({ ...repository, env }, 'tdd', 'numbers')
  expect(ended.exit).toBe(1)
  expect(ended.stderr).toMatch(
    /^error: "sandbox" is "required", and nothing can be confined here: .*\nhint: .*bubblewrap/,
  )
  expect(JSON.parse(ended.stdout)).toMatchObject({ outcome: 'refused', run: null })
})
