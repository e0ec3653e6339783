/** `sigma validate` in a real project: what each specialist finds, what a fixer mends, and what a person is asked. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Files, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { type Ended, resultOf, sigma } from './kit/sigma.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-validate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A fixer as a program: it acknowledges a report, and does what is given where it is asked for a fix. */
function fixer(does: string): readonly string[] {
  const path = join(mkdtempSync(join(folder, 'fixer-')), 'fixer.mjs')
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs'
const { task } = JSON.parse(readFileSync(0, 'utf8'))
if (task.type === 'acknowledge') console.log('→[AK, received]')
else {
  ${does}
  console.log('→[FD, It is mended.]')
}
`,
  )
  return ['node', path]
}

const right = 'export const total = (prices) => prices.reduce((sum, each) => sum + each, 0)\n'
const wrong = 'export const total = (prices) => prices.length\n'

const shop: Files = {
  'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true, type: 'module' }),
  'src/total.js': right,
  'test/total.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/total.js'

test('adds prices', () => assert.equal(total([1, 2, 4]), 7))
`,
  'check.js': `import { readFileSync } from 'node:fs'
if (readFileSync('src/total.js', 'utf8').includes('eval')) {
  console.log('src/total.js:1:1 no-eval: it is evil')
  process.exit(1)
}
`,
}

function configured(command: readonly string[] | null, settings: object = {}): Files {
  const agents = command === null ? {} : { mender: { kind: 'command', command } }
  const config = {
    ...{ sandbox: 'off', agents, roles: command === null ? {} : { fixer: 'mender' } },
    ...{ tests: { runner: 'node:test', files: ['test/**'] }, checks: ['node check.js'] },
    // What it checks by itself has a test of its own: default-specialists.long.test.ts.
    validation: { specialists: { security: { off: true } } },
    ...settings,
  }
  return { 'sigma.config.json': JSON.stringify(config) }
}

/** A repository in which the branch `work` changes these files. */
function changing(config: Files, changed: Files): Repository {
  const repository = makeRepository({ ...shop, ...config })
  git(repository, 'checkout', '--quiet', '-b', 'work')
  writeFiles(repository.path, changed)
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--allow-empty', '--message', 'Work')
  return repository
}

const told = (ended: Ended): string => `${ended.stdout}\n${ended.stderr}`

test('--ci reports what each specialist finds, fixes nothing, asks nobody, and ends with 2', async () => {
  proves('VAL-02', 'VAL-06', 'VAL-111')
  using repository = changing(configured(null), { 'src/total.js': `// eval\n${wrong}` })
  const ended = await sigma(repository, 'validate', '--ci')
  expect(ended.exit, told(ended)).toBe(2)
  const messages = resultOf(ended).reasons.map(({ message }) => message)
  expect(messages, told(ended)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^unit-test: test adds prices in test\/total\.test\.js/),
      expect.stringMatching(/^test-runner: test adds prices/),
      expect.stringMatching(/^code-quality: check node check\.js in src\/total\.js: no-eval: it is evil/),
    ]),
  )
  expect(git(repository, 'for-each-ref', 'refs/heads/sigma')).toBe('')
  expect(JSON.parse((await sigma(repository, 'inbox', '--json')).stdout)).toMatchObject({ decisions: [] })
})

test('a clean change passes; what has nothing to check by is said, and is no pass', async () => {
  proves('VAL-05', 'VAL-112')
  using repository = changing(configured(null), { 'src/total.js': `${right}// Of prices.\n` })
  const ended = await sigma(repository, 'validate', 'main..work', '--ci', '--issue', '42')
  expect(ended.exit, told(ended)).toBe(0)
  expect(told(ended)).toContain('unit-test, test-runner, code-quality passed on')
  expect(told(ended)).toContain('e2e-accessibility is not applicable: There is no page')
  const log = join(repository.path, '.claude-collective/validation/issue-42/communication-log.md')
  expect(readFileSync(log, 'utf8')).toContain('SUCCESS-42-code-quality-1')
  const one = await sigma(repository, 'validate', '--ci', '--specialist', 'code-quality')
  expect(one.exit, told(one)).toBe(0)
  expect(told(one)).toContain('code-quality passed on')
  const unknown = await sigma(repository, 'validate', '--ci', '--specialist', 'code')
  expect([unknown.exit, unknown.stderr], told(unknown)).toEqual([
    1,
    expect.stringContaining('There is no specialist "code"'),
  ])
  const nowhere = await sigma(repository, 'validate', 'nowhere', '--ci')
  expect([nowhere.exit, nowhere.stderr], told(nowhere)).toEqual([1, expect.stringContaining('git branch --all')])
})

test('a failing test is mended and passes by the second iteration; the fix is a branch', async () => {
  proves('VAL-03', 'VAL-11', 'VAL-14', 'VAL-101')
  const command = fixer(`writeFileSync('src/total.js', ${JSON.stringify(right)})`)
  using repository = changing(configured(command), { 'src/total.js': wrong })
  const ended = await sigma(repository, 'validate', 'work')
  expect(ended.exit, told(ended)).toBe(0)
  const { outcome, delivered } = resultOf(ended)
  expect(outcome).toBe('completed')
  expect(git(repository, 'show', `${delivered?.branch}:src/total.js`)).toBe(right.trimEnd())
  expect(git(repository, 'rev-parse', `${delivered?.branch}^`)).toBe(git(repository, 'rev-parse', 'work'))
  const log = join(repository.path, '.claude-collective/validation/issue-1/communication-log.md')
  for (const id of ['VFR-1-unit-test-1', 'FIXREQ-1-1', 'FIXDONE-1-1', 'REVAL-1-unit-test-2', 'SUCCESS-1-unit-test-2'])
    expect(readFileSync(log, 'utf8'), id).toContain(id)
})

test('an agent checks as well; what passed before a fix passes once more on the final tree', async () => {
  proves('VAL-04', 'VAL-17', 'VAL-112')
  const reader = join(mkdtempSync(join(folder, 'reader-')), 'reader.mjs')
  writeFileSync(
    reader,
    `import { readFileSync } from 'node:fs'
const failure = { kind: 'secret', file: 'src/total.js', name: 'token', message: 'A token.', line: 1, severity: 'high', suggestion: '' }
const failures = readFileSync('src/total.js', 'utf8').includes('token') ? [failure] : []
const code = failures.length > 0 ? 'VF' : 'VP'
console.log(JSON.stringify({ success: true, status: 'done', code, message: '', failures, examined: [{ what: 'files', count: 1 }] }))
`,
  )
  const { 'sigma.config.json': config = '' } = configured(
    fixer(`writeFileSync('src/total.js', ${JSON.stringify(right)})`),
  )
  const { agents, roles, ...rest } = z
    .looseObject({ agents: z.looseObject({}), roles: z.looseObject({}) })
    .parse(JSON.parse(config))
  const settings = {
    ...rest,
    agents: { ...agents, reader: { kind: 'command', command: ['node', reader] } },
    roles: { ...roles, security: 'reader' },
    validation: { specialists: { security: { agent: true } } },
  }
  const work = { 'src/total.js': `const token = 1\n${right}// token \n` }
  using repository = changing({ 'sigma.config.json': JSON.stringify(settings) }, work)
  const ended = await sigma(repository, 'validate', 'work', '--specialist', 'security', '--specialist', 'code-quality')
  expect(ended.exit, told(ended)).toBe(0)
  const log = readFileSync(join(repository.path, '.claude-collective/validation/issue-1/communication-log.md'), 'utf8')
  for (const id of ['VFR-1-security-1', 'SUCCESS-1-security-2', 'SUCCESS-1-code-quality-1', 'SUCCESS-1-code-quality-2'])
    expect(log, id).toContain(id)
  const tree = git(repository, 'rev-parse', `${resultOf(ended).delivered?.branch}^{tree}`)
  expect(told(ended)).toContain(`code-quality, security passed on ${tree}.`)
})

test('a fixer that mends nothing is escalated, in the inbox, and abort ends with 2', async () => {
  proves('VAL-18', 'VAL-79', 'VAL-82', 'VAL-83')
  const command = fixer('')
  using repository = changing(configured(command), { 'src/total.js': wrong })
  const ended = await sigma(repository, 'validate', 'work')
  expect(ended.exit, told(ended)).toBe(3)
  const inbox = await sigma(repository, 'inbox', '--json')
  const { decisions } = z
    .object({ decisions: z.array(z.looseObject({ id: z.string(), consult: z.json() })) })
    .parse(JSON.parse(inbox.stdout))
  expect(decisions, told(inbox)).toHaveLength(1)
  expect(inbox.stdout).toContain('Deadlock - no progress')
  expect(decisions[0]?.consult).toMatchObject({
    ...{ fallback: 'abort', expiryMs: 7 * 24 * 3_600_000 },
    options: ['manual', 'skip', 'abort', 'extend'].map((name) => ({
      name,
      consequence: expect.stringMatching(/^.{20,}\.$/),
    })),
  })
  const aborted = await sigma(repository, 'decide', decisions[0]?.id ?? '', 'abort')
  expect(aborted.exit, told(aborted)).toBe(2)
  expect(resultOf(aborted)).toMatchObject({ outcome: 'aborted', delivered: null })
  const again = await sigma(repository, 'decide', decisions[0]?.id ?? '', 'skip')
  expect(again.exit, told(again)).toBe(1)
})

test('without a fixer nothing begins, and the way out is said', async () => {
  using repository = changing(configured(null), { 'src/total.js': wrong })
  const ended = await sigma(repository, 'validate')
  expect([ended.exit, ended.stderr], told(ended)).toEqual([1, expect.stringContaining('fixer')])
})

test('--ci makes a report of its own beside a run that fixes the same change, and asks nobody', async () => {
  const go = join(mkdtempSync(join(folder, 'go-')), 'go')
  const command = fixer(
    `const { existsSync } = await import('node:fs')
  while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 50))
  writeFileSync('src/total.js', ${JSON.stringify(right)})`,
  )
  using repository = changing(configured(command), { 'src/total.js': wrong })
  const fixing = sigma(repository, 'validate', 'work', '--issue', '42')
  const log = join(repository.path, '.claude-collective/validation/issue-42/communication-log.md')
  await expect
    .poll(() => existsSync(log) && readFileSync(log, 'utf8').includes('FIXREQ-42-1'), { timeout: 60_000 })
    .toBe(true)
  const report = await sigma(repository, 'validate', 'work', '--ci', '--issue', '42')
  expect(report.exit, told(report)).toBe(2)
  expect(report.stderr).not.toContain('joining it')
  const { run, reasons } = resultOf(report)
  expect(reasons.map(({ rule }) => rule)).toContain('still-fails')
  writeFileSync(go, '')
  const fixed = await fixing
  expect(fixed.exit, told(fixed)).toBe(0)
  expect(resultOf(fixed).run).not.toBe(run)
  expect(readFileSync(log, 'utf8')).toContain('SUCCESS-42-unit-test-2')
})

test('the working tree as it stands: nothing of it is touched, and the fixes alone can be taken', async () => {
  const command = fixer(`writeFileSync('src/total.js', ${JSON.stringify(right)})`)
  using repository = makeRepository({ ...shop, ...configured(command), '.gitignore': 'private\n' })
  writeFiles(repository.path, { 'src/total.js': wrong, 'src/new.js': 'export const x = 1\n', private: 'x\n' })
  const before = [
    git(repository, 'status', '--porcelain'),
    git(repository, 'diff'),
    git(repository, 'rev-parse', 'HEAD'),
  ]
  const ended = await sigma(repository, 'validate', '--working-tree', '--specialist', 'unit-test')
  expect(ended.exit, told(ended)).toBe(0)
  expect([
    git(repository, 'status', '--porcelain'),
    git(repository, 'diff'),
    git(repository, 'rev-parse', 'HEAD'),
  ]).toEqual(before)
  const { branch = '' } = resultOf(ended).delivered ?? {}
  expect(git(repository, 'show', '--name-only', '--format=', `${branch}^`).split('\n')).toEqual([
    'src/new.js',
    'src/total.js',
  ])
  expect(git(repository, 'rev-parse', `${branch}^^`)).toBe(before[2])
  const take = /take {2,}(git diff \S+ \S+) \| git apply/.exec(ended.stderr)?.[1] ?? expect.fail(told(ended))
  const patch = join(mkdtempSync(join(folder, 'patch-')), 'fixes.patch')
  writeFileSync(patch, `${git(repository, ...take.split(' ').slice(1))}\n`)
  git(repository, 'apply', patch)
  expect(readFileSync(join(repository.path, 'src/total.js'), 'utf8')).toBe(right)
  expect(git(repository, 'status', '--porcelain')).toBe('?? src/new.js')
  const both = await sigma(repository, 'validate', 'HEAD', '--working-tree')
  expect([both.exit, both.stderr], told(both)).toEqual([64, expect.stringContaining('sigma validate --working-tree')])
})

test('an issue is the one branch with its number; none, and several, are told', async () => {
  proves('VAL-46')
  using repository = changing(configured(null), { 'src/total.js': `${right}// Of prices.\n` })
  const none = await sigma(repository, 'validate', '#42', '--ci')
  expect([none.exit, none.stderr], told(none)).toEqual([
    1,
    expect.stringContaining('sigma validate <branch> --issue 42'),
  ])
  git(repository, 'branch', '--move', 'work', 'fix/42-total')
  git(repository, 'checkout', '--quiet', 'main')
  const ended = await sigma(repository, 'validate', '#42', '--ci', '--specialist', 'unit-test')
  expect(ended.exit, told(ended)).toBe(0)
  const markdown = await sigma(repository, 'log', 'fix/42-total', '--markdown')
  expect(markdown.stdout, told(markdown)).toContain('## Full Communication Log: Feature #42')
  expect(markdown.stdout).toContain('SUCCESS-42-unit-test-1')
  git(repository, 'branch', 'issue-42')
  const several = await sigma(repository, 'validate', 'issue 42', '--ci')
  expect(several.stderr).toContain('Several branches have the number 42: fix/42-total, issue-42.')
})

test('under GitHub Actions: annotations, a summary of the step, and SARIF; what a check prints begins no command', async () => {
  const forged = "console.log('src/total.js:1:1 ##[add-mask]x')\nconsole.log('::add-mask::x')\nprocess.exit(1)\n"
  using repository = changing(configured(null, { checks: ['node forged.js'] }), { 'forged.js': forged })
  const step = join(mkdtempSync(join(folder, 'step-')), 'summary.md')
  const env = { ...repository.env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step }
  const ended = await sigma({ ...repository, env }, 'validate', '--ci', '--sarif', 'out.sarif')
  expect(ended.exit, told(ended)).toBe(2)
  expect(
    told(ended)
      .split('\n')
      .filter((line) => /^\s*::|##\[/.test(line)),
  ).toEqual([
    expect.stringMatching(
      /^::error file=src\/total\.js,line=1,title=sigma validate%3A code-quality%3A node forged\.js::/,
    ),
  ])
  expect(readFileSync(step, 'utf8')).toContain('| code-quality | ❌ failed: 1 finding |')
  const written = readFileSync(join(repository.path, 'out.sarif'), 'utf8')
  const names = z.object({ runs: z.array(z.looseObject({ tool: z.json(), results: z.array(z.json()) })) })
  expect(names.parse(JSON.parse(written)).runs.map(({ results }) => results.length)).toEqual([0, 0, 0, 1, 0])
  expect((await sigma(repository, 'why', resultOf(ended).run, '--sarif')).stdout).toBe(written)
})
