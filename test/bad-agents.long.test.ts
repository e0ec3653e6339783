import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/** What the agent does instead of answering its first turn, and what the run then says. */
interface Case {
  readonly does: string
  readonly code: string
  readonly reason: RegExp
  readonly turn?: string
  /** True: it may only need more time, so a person is asked. */
  readonly asks?: true
}

const cases: readonly Case[] = [
  { does: 'answers nothing', code: 'process.exit(0)', reason: /no line that could be an answer/ },
  {
    does: 'answers garbage',
    code: 'console.log("I think I am done"); process.exit(0)',
    reason: /I think I am done/,
  },
  { does: 'answers with a code of another phase', code: 'console.log("→[RC, done]"); process.exit(0)', reason: /RC/ },
  {
    does: 'answers with invalid UTF-8',
    code: 'process.stdout.write(Buffer.from([0xe2, 0x28, 0xa1, 0xff, 0x0a])); process.exit(0)',
    reason: /invalid/,
  },
  {
    does: 'prints 200 MB',
    code: 'const part = "x".repeat(1 << 20); for (let i = 0; i < 200; i += 1) { if (!process.stdout.write(part)) await new Promise((go) => process.stdout.once("drain", go)) } process.exit(0)',
    reason: /invalid/,
  },
  {
    does: 'never ends',
    code: 'setInterval(() => {}, 1000); await new Promise(() => {})',
    reason: /longer than 2 s/,
    turn: '2s',
    asks: true,
  },
  { does: 'exits with 7', code: 'console.log("→[GC, done]"); process.exit(7)', reason: /exit code 7/ },
  {
    does: 'kills itself',
    code: 'console.log("→[GC, done]"); process.kill(process.pid, "SIGKILL"); await new Promise(() => {})',
    reason: /SIGKILL/,
  },
]

test.for(cases)(
  'an agent that $does stops its run with a reason, and nothing of the user’s is changed',
  { timeout: 240_000 },
  async ({ code, reason, turn = '30s', asks = false }) => {
    const bad = `if (phase === 'Phase0') { ${code} }`
    using repository = makeRepository({
      ...numbers,
      'agent.mjs': honestAgent(bad),
      'sigma.config.json': commandConfig(['node', 'agent.mjs'], { turn }),
    })
    const before = fingerprint(repository)
    const ended = await sigma(repository, 'tdd', 'numbers')
    const result = resultOf(ended)
    expect(result).toMatchObject({ success: false, outcome: asks ? 'waiting' : 'halted', delivered: null })
    expect(ended.exit, ended.stderr).toBe(asks ? 3 : 2)
    expect(result.reasons.map(({ message }) => message).join('\n')).toMatch(reason)
    expect(fingerprint(repository)).toEqual(before)
    expect(git(repository, 'for-each-ref', 'refs/heads/sigma')).toBe('')
  },
)

test('after the agent was put right, the halted run goes on with the turn that failed, and delivers', {
  timeout: 240_000,
}, async () => {
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(`if (phase === 'GREEN' && cycle === 1) { process.exit(7) }`),
    'honest.mjs': honestAgent(),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  const halted = resultOf(await sigma(repository, 'tdd', 'numbers'))
  expect(halted.outcome).toBe('halted')
  git(repository, 'mv', '--force', 'honest.mjs', 'agent.mjs')
  const before = fingerprint(repository)
  const resumed = await sigma(repository, 'resume')
  expect(resultOf(resumed)).toMatchObject({ success: true, run: halted.run, outcome: 'completed' })
  expect(resumed.exit).toBe(0)
  expect(fingerprint(repository)).toEqual(before)
  expect(git(repository, 'show', `sigma/${halted.run}:src/twice.js`)).toContain('return number * 2')
})

test('of several answers the last line counts', { timeout: 240_000 }, async () => {
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(`if (phase === 'GREEN') console.log('→[TI, the test is wrong]\\n→[BL, stuck]')`),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  expect(resultOf(await sigma(repository, 'tdd', 'numbers'))).toMatchObject({ success: true, outcome: 'completed' })
})

test('without a sandbox, what changes in the user’s repository meanwhile is reported by name, and stays out of the work', {
  timeout: 240_000,
}, async () => {
  using repository = makeRepository(numbers)
  const outside = JSON.stringify(repository.path)
  const attack = `
const { execFileSync } = await import('node:child_process')
if (phase === 'GREEN' && cycle === 1 && readFileSync(${outside} + '/src/zero.js', 'utf8') !== 'export const zero = 1') {
  writeFileSync(${outside} + '/src/zero.js', 'export const zero = 1')
  for (const name of ['planted', 'sigma/planted']) execFileSync('git', ['branch', name], { cwd: ${outside} })
}`
  writeFiles(repository.path, {
    'agent.mjs': honestAgent(attack),
    'sigma.config.json': JSON.stringify({ ...JSON.parse(commandConfig(['node', 'agent.mjs'])), sandbox: 'off' }),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { outcome, delivered } = resultOf(ended)
  expect(outcome, ended.stderr).toBe('completed')
  // Git noted whose the branches are; the file may be anybody's.
  expect(ended.stderr).toMatch(/isolation-breach: .*refs\/heads\/planted.*refs\/heads\/sigma\/planted/)
  const named = /while agents worked: .*src\/zero\.js/
  expect(ended.stderr).toMatch(new RegExp(`  changed +in your repository, ${named.source}`))
  expect((await sigma(repository, 'log')).stdout).toMatch(named)
  expect((await sigma(repository, 'status')).stdout).toMatch(named)
  expect(git(repository, 'diff', '--name-only', 'main', delivered?.branch ?? '')).not.toContain('zero')
})

test('what an agent leaves running ends with its turn, and writes into no later one', {
  timeout: 240_000,
}, async () => {
  const writer = `setInterval(() => require("fs").writeFileSync("test/late.test.js", String(Math.random())), 5)`
  const leaves = `
const { spawnSync } = await import('node:child_process')
if (phase === 'RED') spawnSync('setsid', ['--fork', process.execPath, '-e', ${JSON.stringify(writer)}], { stdio: 'ignore' })`
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(leaves),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended).outcome, ended.stderr).toBe('completed')
})
