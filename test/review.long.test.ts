/** `sigma tdd`, then `sigma review`, with agents as processes: each way in which a review ends, and what stays of it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository, type Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma } from './kit/sigma.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-review-'))
const honest = join(folder, 'honest.mjs')
let repository: Repository

const reviewerOf = (does: string): object => ({
  kind: 'command',
  command: ['node', '-e', `const given = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); ${does}`],
})
const says = (line: string): string => `console.log(${JSON.stringify(line)});`

/** What is configured is read when a run begins. */
function configure(reviewer: string, settings: object = {}): void {
  const config = {
    sandbox: 'off',
    agents: { agent: { kind: 'command', command: ['node', honest] }, reader: reviewerOf(reviewer) },
    roles: { qa: 'agent', dev: 'agent', reviewer: 'reader' },
    tests: { runner: 'node:test', files: ['test/**'] },
    ...settings,
  }
  writeFileSync(join(repository.path, 'sigma.config.json'), JSON.stringify(config))
}

const metrics = (name: string): string => join(repository.path, '.claude-collective/metrics/sigma/numbers', name)
const summarySchema = z.looseObject({ code: z.string().nullable(), commit: z.string(), tree: z.string() })
const summary = (): z.infer<typeof summarySchema> =>
  summarySchema.parse(JSON.parse(readFileSync(metrics('review.json'), 'utf8')))
const told = (ended: Ended): string => `${ended.stdout}\n${ended.stderr}`

beforeAll(() => {
  writeFileSync(honest, honestAgent())
  repository = makeRepository({
    ...numbers,
    'check.js': "import { existsSync } from 'node:fs'\nprocess.exit(existsSync('src/half.js') ? 1 : 0)\n",
  })
  configure(says('→[VC, as designed]'))
})
afterAll(() => {
  repository[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

test('a module that was never built has nothing to review: one sentence, what to run first, and no file', async () => {
  proves('SIG-87')
  const ended = await sigma(repository, 'review', 'numbers')
  expect([ended.exit, ended.stderr], told(ended)).toEqual([1, expect.stringContaining('hint: sigma tdd numbers')])
  expect(existsSync(metrics('review.json'))).toBe(false)
  expect(existsSync(metrics('review.md'))).toBe(false)
})

test('what was built is reviewed: VC ends with 0, and the summary has the numbers of the run', async () => {
  proves('SIG-81', 'SIG-82', 'SIG-83', 'SIG-84', 'SIG-85', 'SIG-88', 'SIG-89', 'DPTR-104', 'DPTR-105', 'DPTR-107')
  const built = await sigma(repository, 'tdd', 'numbers', '--cov-lines', '50')
  expect(built.exit, told(built)).toBe(0)
  const delivered = z.object({ branch: z.string(), commit: z.string() }).parse(resultOf(built).delivered)
  const prompt = await sigma(repository, 'prompt', 'reviewer', 'REVIEW', '--module', 'numbers')
  expect([prompt.exit, prompt.stdout], told(prompt)).toEqual([
    0,
    expect.stringContaining('judge `numbers` as it was built'),
  ])
  const ended = await sigma(repository, 'review', 'numbers', '--json')
  expect(ended.exit, told(ended)).toBe(0)
  expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1)
  const printed = z.looseObject({}).parse(JSON.parse(ended.stdout))
  expect(printed).toEqual(summary())
  expect(printed).toMatchObject({
    module: 'numbers',
    totalCycles: 2,
    passedCycles: 2,
    failedCycles: [],
    coverageThreshold: { lines: 50, functions: 0, branches: 0, statements: 0 },
    coverage: { min: { lines: 100 }, avg: { lines: 100 } },
    phases: { RED: 2, GREEN: 2, REFACTOR: 2 },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    code: 'VC',
    said: { code: 'VC', message: 'as designed' },
    reviewed: resultOf(built).run,
    commit: delivered.commit,
    tree: git(repository, 'rev-parse', `${delivered.commit}^{tree}`).trim(),
    verdicts: ['checks', 'deviation', 'interface', 'tests'].map((of) => ({ of, verdict: 'pass' })),
    stale: false,
  })
  const markdown = readFileSync(metrics('review.md'), 'utf8')
  for (const text of ['→VC', 'in all 2, passed 2, failed 0', '| min | 100 |', delivered.commit, 'as designed'])
    expect(markdown).toContain(text)
})

test('without --json the last line is a Result, and the outcome is told with the reviewer’s words', async () => {
  proves('DPTR-105', 'DPTR-107')
  configure(says('→[QP, clean work]'))
  const ended = await sigma(repository, 'review', 'numbers')
  expect(ended.exit, told(ended)).toBe(0)
  expect(resultOf(ended)).toMatchObject({ outcome: 'completed', success: true, delivered: null })
  expect(ended.stderr).toContain('→QP')
  expect(ended.stderr).toContain('clean work')
  expect(summary()).toMatchObject({ code: 'QP' })
})

test('DF and QF end with 2, and what they name is stored and shown; an answer that names nothing is asked for again', async () => {
  proves('DPTR-105', 'DPTR-107')
  const vague = `if (given.metadata.refused.length === 0) { ${says('→[DF, It is wrong.]')} } else { ${says('→[DF, Interface: half rounds]')} }`
  configure(vague)
  const departs = await sigma(repository, 'review', 'numbers')
  expect(departs.exit, told(departs)).toBe(2)
  expect(resultOf(departs)).toMatchObject({
    outcome: 'refused',
    reasons: [{ rule: 'deviation', message: 'Interface: half rounds' }],
  })
  expect(summary()).toMatchObject({ code: 'DF', findings: [{ rule: 'deviation' }] })
  expect(readFileSync(metrics('review.md'), 'utf8')).toContain('half rounds')
  configure(says('→[QF, tests: no test of a negative number]'))
  const fails = await sigma(repository, 'review', 'numbers')
  expect([fails.exit, fails.stderr], told(fails)).toEqual([2, expect.stringContaining('no test of a negative number')])
  expect(summary()).toMatchObject({ code: 'QF', findings: [{ rule: 'quality' }] })
})

test('VC does not overrule what Sigma measured', async () => {
  proves('SIG-47', 'SIG-48', 'DPTR-107')
  configure(says('→[VC, all is well]'), { checks: ['node check.js'] })
  const ended = await sigma(repository, 'review', 'numbers', '--json')
  expect(ended.exit, told(ended)).toBe(2)
  expect(JSON.parse(ended.stdout)).toMatchObject({
    code: 'QF',
    said: { code: 'VC' },
    status: 'refused',
    verdicts: [{ of: 'checks', verdict: 'fail' }, { verdict: 'pass' }, { verdict: 'pass' }, { verdict: 'pass' }],
    findings: [{ rule: 'check-failed' }],
  })
})

/** Ends a run that waits for a person. */
async function abort(): Promise<void> {
  const { stdout } = await sigma(repository, 'inbox', '--json')
  const [decision] = z.object({ decisions: z.array(z.object({ id: z.string() })) }).parse(JSON.parse(stdout)).decisions
  const ended = await sigma(repository, 'decide', decision?.id ?? '', 'abort')
  expect(ended.exit, told(ended)).toBe(2)
}

test('what Sigma cannot judge blocks before anybody is asked', async () => {
  proves('SIG-48')
  configure(says('→[VC, all is well]'), { checks: ['no-such-program-here'] })
  const ended = await sigma(repository, 'review', 'numbers', '--json')
  expect(ended.exit, told(ended)).toBe(2)
  expect(JSON.parse(ended.stdout)).toMatchObject({
    outcome: 'halted',
    reasons: [{ rule: 'check-cannot-run' }, { rule: 'halted' }],
  })
  expect(summary()).toMatchObject({ code: null, said: null, status: 'halted' })
  await abort()
})

test('a reviewer that writes is refused, and nothing of it stays', async () => {
  proves('DPTR-106')
  configure(`require('node:fs').appendFileSync('src/twice.js', '// approved'); ${says('→[VC, fine]')}`)
  const before = git(repository, 'status', '--porcelain')
  const ended = await sigma(repository, 'review', 'numbers')
  expect(ended.exit, told(ended)).toBe(2)
  expect(resultOf(ended)).toMatchObject({ outcome: 'halted', success: false })
  expect(told(ended)).toContain('src/twice.js')
  expect(git(repository, 'status', '--porcelain')).toBe(before)
  expect(git(repository, 'log', '--all', '--oneline', '-S// approved')).toBe('')
  configure(says('→[VC, as designed]'))
  await abort()
})

test('status shows the last review; it is stale once the reviewed files are others where the work lies', async () => {
  proves('SIG-89', 'SIG-98')
  configure(says('→[VC, as designed]'))
  expect((await sigma(repository, 'review', 'numbers')).exit).toBe(0)
  const reviewSummary = async (): Promise<unknown> =>
    JSON.parse((await sigma(repository, 'status', 'numbers', '--json')).stdout).reviewSummary
  expect(await reviewSummary()).toMatchObject({ code: 'VC', totalCycles: 2, stale: false })
  const commit = (subject: string): void => {
    const identity = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org']
    execFileSync('git', [...identity, 'commit', '-qam', subject], { cwd: repository.path, env: repository.env })
  }
  git(
    repository,
    'merge',
    '-q',
    '--ff-only',
    git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/sigma').trim(),
  )
  writeFileSync(join(repository.path, 'package.json'), JSON.stringify({ type: 'module', version: '2.0.0' }))
  commit('Something else')
  expect(await reviewSummary()).toMatchObject({ stale: false })
  writeFileSync(join(repository.path, 'src/half.js'), 'export const half = (number) => number / 2\n')
  commit('Change it')
  expect(await reviewSummary()).toMatchObject({ code: 'VC', stale: true })
  const { stdout } = await sigma(repository, 'status', 'numbers')
  expect(stdout).toContain('stale: changed since: src/half.js')
})

test('metrics tell of both protocols, in three forms, and change nothing', async () => {
  proves('SIG-101', 'SIG-102')
  const files = (): string =>
    git(repository, 'status', '--porcelain', '--ignored') + readFileSync(metrics('review.json'), 'utf8')
  const before = files()
  const json = await sigma(repository, 'metrics', '--json')
  expect(json.exit, told(json)).toBe(0)
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: 1,
    module: null,
    protocols: [
      { protocol: 'tdd', runs: 1, acceptanceRate: 1, regressions: 0, coverage: { min: { lines: 100 } } },
      { protocol: 'review', runs: 8, outcomes: { aborted: 2, completed: 3, refused: 3 }, agentCalls: 9 },
    ],
  })
  const prometheus = await sigma(repository, 'metrics', 'numbers', '--prometheus')
  expect(prometheus.stdout).toContain('# TYPE sigma_runs gauge\n')
  expect(prometheus.stdout).toContain('sigma_runs{protocol="tdd",module="numbers",outcome="completed"} 1\n')
  for (const line of prometheus.stdout.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) sigma_\w+ .+|sigma_\w+\{(\w+="[^"]*",?)*\} -?\d+(\.\d+)?)$/)
  const text = await sigma(repository, 'metrics')
  expect(text.stdout).toMatch(/^tdd\n {2}runs +1 \(1 completed\)\n/)
  const unknown = await sigma(repository, 'metrics', 'nmbers')
  expect([unknown.exit, unknown.stderr]).toEqual([1, expect.stringContaining('did you mean "numbers"?')])
  expect((await sigma(repository, 'metrics', '--json', '--prometheus')).exit).toBe(64)
  expect(files()).toBe(before)
})

test('what the plan names and nobody made is a departure, though everything was built and VC is said', async () => {
  proves('SIG-47', 'DPTR-107')
  const path = 'memory-bank/modules/numbers/tdd_plan.md'
  const before = repository
  using other = makeRepository({
    ...numbers,
    [path]: `${numbers[path]}`.replace('src/half.js,', 'src/half.js, src/third.js,'),
  })
  repository = other
  try {
    configure(says('→[VC, as designed]'))
    const built = await sigma(other, 'tdd', 'numbers')
    expect(built.exit, told(built)).toBe(0)
    const ended = await sigma(other, 'review', 'numbers')
    expect(ended.exit, told(ended)).toBe(2)
    expect(resultOf(ended)).toMatchObject({ outcome: 'refused', reasons: [{ rule: 'planned-file-missing' }] })
    expect(summary()).toMatchObject({ code: 'DF', said: { code: 'VC' } })
  } finally {
    repository = before
  }
})
