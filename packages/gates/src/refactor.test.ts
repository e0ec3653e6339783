import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { refactorProofs } from './proofs/later.ts'
import { green, source } from './proofs/slug.ts'

const { judge, play, checkouts } = trial()

for (const proof of refactorProofs) {
  test.concurrent(`REFACTOR ${proof.rule === null ? 'accepts' : 'refuses'} ${proof.title}`, async () => {
    proves('SIG-46')
    expect(await play(proof)).toEqual({ ok: true, saw: proof.rule === null ? 'pass' : `fail: ${proof.rule}` })
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
  expect(judged.findings.map((finding) => finding.message)).toEqual([
    'Coverage of branches is 50 % (1 of 2) in src/text.js; 100 % is wanted.',
  ])
})
