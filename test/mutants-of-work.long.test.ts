/** `--profile strict` with real Stryker: work whose tests do not notice its mutants comes back to whoever writes tests. */
import { byVerify, inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import type { Repository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'
import { design, designPath, onBranch, type Turn, wishing } from './kit/wishes.ts'
import { install, layIn } from './repositories/installed.ts'
import { oldTests, withStryker } from './repositories/with-stryker.ts'

const testing = (...tests: readonly string[]): string =>
  `${oldTests.replace('{ small }', '{ shorten, small }')}\n${tests.join('\n')}`
const cut = `test('a long text is cut', () => {\n  expect(shorten('abcdef', 3)).toBe('abc…')\n})\n`
const short = `test('a short text stays', () => {\n  expect(shorten('a', 3)).toBe('a')\n})\n`
const exact = `test('a text of just that length stays', () => {\n  expect(shorten('abc', 3)).toBe('abc')\n})\n`
const length = `test('a long text gets shorter', () => {\n  expect(shorten('abcdef', 3).length).toBe(4)\n})\n`
/** Notices each mutant of Stryker's; of anybody else's, none that the test of the length does not notice. */
const watching = `test('nobody is looking', () => {\n  expect(globalThis.__stryker__?.activeMutant).toBe(undefined)\n  expect(shorten('a', 3)).toMatch(/^a/)\n})\n`

const red = (text: string): Turn => ({
  when: { phase: 'RED' },
  write: { 'test/text.test.js': text },
  answer: '→[RC, tests]',
})
const stronger: Turn = {
  when: { phase: 'REFACTOR_TESTS', refused: 1 },
  write: { 'test/text.test.js': testing(cut, short, exact) },
  answer: '→[RTC, one more test]',
}

async function playing(own: readonly Turn[], settings: object = {}, mutants: object = {}): Promise<Repository> {
  await install(withStryker)
  const repository = wishing(
    own,
    { ...withStryker.files, [designPath]: design },
    { tests: { runner: 'vitest' }, mutants: { command: 'npx stryker run', least: 100, ...mutants }, ...settings },
  )
  layIn(withStryker, repository.path)
  return repository
}

test('tests that leave a mutant alive are refused, the survivor is named, and better tests pass', {
  timeout: 900_000,
}, async () => {
  using repository = await playing([red(testing(cut, short)), stronger])
  const ended = await sigma(repository, 'run', 'text', '--profile', 'strict')
  const { outcome, delivered } = resultOf(ended)
  expect(outcome, ended.stdout + ended.stderr).toBe('completed')
  const log = (await sigma(repository, 'log')).stdout
  expect(log.match(/✗ mutant-survives: /g)).toHaveLength(1)
  expect(log).toMatch(
    /✗ mutant-survives: src\/text\.js:\d+: `text\.length > length` replaced by `text\.length >= length`: no test notices it\./,
  )
  expect(log).toMatch(/mutants noticed/)
  expect(ended.stderr).toMatch(/Mutants: tests notice (\d+) of \1 \(100 %\)/)
  expect(onBranch(repository, delivered?.branch ?? '', 'test/text.test.js')).toContain('just that length')
  const why = (await sigma(repository, 'why', 'slice1')).stdout
  expect(why).toMatch(/mutants +npx stryker run: 6 of 7 noticed \(85\.7 %; at least 100 %\), \d\s+planted by Sigma too/)
  expect(why).toMatch(/7 of 7 mutants noticed/)
})

byVerify(() => {
  test('tests that notice Stryker instead of its mutants are found out', { timeout: 900_000 }, async () => {
    using repository = await playing([red(testing(length, watching))], { limits: { rounds: 1 } })
    const ended = await sigma(repository, 'run', 'text', '--profile', 'strict')
    const log = (await sigma(repository, 'log')).stdout
    expect(ended.exit).toBe(3)
    expect(log, ended.stdout + ended.stderr).toMatch(/✗ mutant-report-wrong: src\/text\.js:\d+: /)
  })
})

const settings = [
  ['standard', { mutants: 'changed' }, true],
  ['standard', {}, false],
  ['strict', { mutants: 'off' }, false],
] as const

test.each(inTier({ fast: [], long: [], verify: [...settings] }))(
  'a %s run with %j plants mutants: %s',
  { timeout: 900_000 },
  async (profile, gates, wanted) => {
    using repository = await playing([red(testing(cut, short, exact))], { gates })
    const ended = await sigma(repository, 'run', 'text', '--profile', profile)
    expect(resultOf(ended).outcome, ended.stdout + ended.stderr).toBe('completed')
    expect(/Mutants: tests notice/.test(ended.stderr)).toBe(wanted)
  },
)

byVerify(() => {
  test('without a program of its own a project has them planted by Sigma, and a person waives what is left', {
    timeout: 900_000,
  }, async () => {
    using repository = await playing([red(testing(cut, short))], { limits: { rounds: 1 } }, { command: null })
    const ended = await sigma(repository, 'run', 'text', '--profile', 'strict')
    expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
    const log = (await sigma(repository, 'log')).stdout
    expect(log).toMatch(
      /✗ mutant-survives: src\/text\.js:\d+ \(shorten\): `text\.length > length` replaced by `text\.length >= length`: no test notices it, though /,
    )
    const [, decision = ''] = /"id": ?"([^"]+)"/.exec((await sigma(repository, 'inbox', '--json')).stdout) ?? []
    const waived = await sigma(repository, 'decide', decision, 'waive', '--note', 'three is no length of ours')
    expect(resultOf(waived).outcome, waived.stdout + waived.stderr).toBe('completed')
    expect(waived.stderr).toMatch(/Mutants: tests notice (\d+) of \1 \(100 %\), 1 waived by a person/)
    expect((await sigma(repository, 'why', 'slice1', '--evidence')).stdout).toMatch(
      /waived: three is no\s+length of ours/,
    )
  })
})
