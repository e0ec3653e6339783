/** A fault that nobody fixes, at the limits that there are without a word: what a person is shown of it, and may decide. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { resultOf, sigma } from './kit/sigma.ts'
import { countIn, logIn, questionIn, validating } from './kit/validating.ts'

/** Finds something else each time: there is always a change, and never an end. */
const check = `
const { createHash } = require('node:crypto')
const text = require('node:fs').readFileSync('src/total.js', 'utf8')
const hash = createHash('md5').update(text).digest('hex').replace(/[0-9]/g, 'x')
console.log('src/total.js:1:1 odd-name: ' + hash)
process.exit(1)
`
const fixer = `
const { writeFileSync } = await import('node:fs')
if (task.type === 'fix') writeFileSync('src/total.js', 'export const total = ' + process.hrtime.bigint() + 'n\\n')
console.log(task.type === 'acknowledge' ? '→[AK, I look at it]' : '→[FD, I gave it another name]')
`

test('it is escalated after five checks with a full report, which says how to go on, and how it ends is decided', async () => {
  proves('VAL-19', 'VAL-40', 'VAL-54', 'VAL-58', 'VAL-82', 'VAL-83', 'VAL-109')
  using repository = validating({
    files: { 'src/total.js': 'export const total = 1\n', 'check.js': check, 'package.json': '{ "name": "shop" }' },
    work: { 'src/total.js': 'export const total = 2\n' },
    fixer,
    validation: { specialists: { lint: { commands: ['node check.js'] } } },
  })
  const ended = await sigma(repository, 'validate', 'work', '--specialist', 'lint')
  expect(ended.exit, ended.stderr).toBe(3)
  const log = logIn(repository)
  for (const [what, count] of [
    ['Failure report', 4],
    ['Fix request', 4],
    ['Re-validation result (FAIL)', 4],
    ['Escalation', 1],
  ] as const)
    expect(countIn(log, what), `${what}\n${log}`).toBe(count)
  expect(log).toContain('**Iterations**: 5 (1 initial + 4 retries)')

  const messages = join(repository.path, '.claude-collective/validation/issue-1/messages')
  const [name = ''] = readdirSync(messages).filter((each) => each.startsWith('ESC-'))
  const report = readFileSync(join(messages, name), 'utf8')
  for (const words of [
    '**Reason**: Max Iterations Exceeded',
    '**Iterations**: 5 of 5',
    'still-fails: lint found: check node check.js in src/total.js',
    '| 4 | 1 | 1 | 0 | 1 | I gave it another name | 1: src/total.js | No |',
    '- **Option**: extend',
    '**Awaiting**: User Decision',
  ])
    expect(report).toContain(words)

  const id = questionIn(repository)
  for (const words of [['inbox'], ['status']]) {
    const { stdout } = await sigma(repository, ...words)
    expect(stdout).toContain('lint: Max iterations exceeded (iteration 5/5). It still fails after the last check')
    expect(stdout).toContain(`sigma decide ${id} <option>`)
    expect(stdout).toContain('still-fails: lint found, in its own words: "check node check.js in src/total.js')
  }
  const why = await sigma(repository, 'why', 'lint')
  expect(why.stdout).toContain('check-failure: node check.js in src/total.js')
  // Evidence that only its own protocol reads is laid out.
  expect(why.stdout).toMatch(/\n +"specialist": "lint",\n/)
  expect(why.stdout.match(/sigma measures: refused/g)).toHaveLength(5)

  const wrong = await sigma(repository, 'decide', id, 'extend', '--more', 'tokens=5')
  expect([wrong.exit, wrong.stderr]).toEqual([
    1,
    `error: --more tokens does not fit ${id}: extend takes iterations, minutes.\nhint: sigma decide ${id} extend --more iterations=<number> --more minutes=<number>\n`,
  ])
  const extended = await sigma(repository, 'decide', id, 'extend', '--more', 'iterations=2')
  expect(extended.exit, extended.stderr).toBe(3)
  expect(logIn(repository)).toContain('**Iterations**: 7 (1 initial + 6 retries)')
  expect(countIn(logIn(repository), 'Escalation')).toBe(2)
  const aborted = await sigma(repository, 'decide', questionIn(repository), 'abort')
  expect([aborted.exit, resultOf(aborted).outcome]).toEqual([2, 'aborted'])
})
