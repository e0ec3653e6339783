import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { refactorProofs } from './proofs/later.ts'
import { green, source, tests } from './proofs/slug.ts'

const { judge, play, checkouts } = trial()

for (const proof of refactorProofs) {
  test.concurrent(`REFACTOR ${proof.rule === null ? 'accepts' : 'refuses'} ${proof.title}`, async () => {
    proves('SIG-44', 'SIG-45', 'SIG-46', 'DPTR-100')
    const saw = proof.rule === null ? 'pass' : expect.stringMatching(new RegExp(`^fail: .*${proof.rule}`))
    expect(await play(proof)).toEqual({ ok: true, saw })
  })
}

test('coverage is wanted after a refactoring as it was before', async () => {
  proves('SIG-46')
  const before = { commit: await checkouts.commit(green), evidence: null }
  const longer = {
    ...green,
    'src/text.js': source(`if (text === '') return ''\n  return text.trim().toLowerCase().replaceAll(' ', '-')`),
  }
  const wanted = { coverage: { lines: 0, functions: 0, branches: 100, statements: 0 } }
  const judged = await judge('refactor', longer, { before, of: 'implementation' }, wanted)
  const missed = judged.findings.filter(({ rule }) => rule === 'coverage-below')
  expect(missed.map(({ message }) => message)).toEqual([
    'Coverage of branches is 50 % (1 of 2) in src/text.js; 100 % is wanted.',
  ])
})

test('a test file that nobody can read is not judged, and nothing breaks', async () => {
  const before = { commit: await checkouts.commit(green), evidence: null }
  const deep = `test('deep', () => assert.ok(${'['.repeat(3_000)}${']'.repeat(3_000)}))`
  const judged = await judge('refactor', { ...green, 'test/deep.test.js': tests(deep) }, { before, of: 'tests' })
  expect(judged).toMatchObject({ verdict: 'unknown' })
  expect(judged.rules).toContain('tests-unread')
})
