import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { combinedProofs } from './proofs/later.ts'
import { green, red, slugTest, start, tests, written } from './proofs/slug.ts'

const { judge, play, checkouts } = trial()

for (const proof of combinedProofs) {
  test.concurrent(`the combination ${proof.rule === null ? 'passes' : 'is refused'}: ${proof.title}`, async () => {
    proves('DPTR-101')
    const { ok, saw } = await play(proof)
    expect(ok).toBe(true)
    expect(saw.startsWith(proof.rule === null ? 'pass' : 'fail')).toBe(true)
  })
}

test('a red combination names the cycle that a failing test came from, and the others', async () => {
  proves('DPTR-102')
  const other = { ...start, 'test/other.test.js': tests(`test('other', () => assert.ok(source.shout('x')))`) }
  const accepted = async (files: Readonly<Record<string, string>>) => ({
    commit: await checkouts.commit(files),
    evidence: null,
  })
  const cycles = [
    { name: 'C1', accepted: await accepted(green) },
    { name: 'C2', accepted: await accepted(other) },
  ]
  const broken = { ...other, ...red, 'src/text.js': written.replace(`'-'`, `'_'`) }
  const judged = await judge('combined', broken, { cycles })
  expect(judged.rules).toEqual(['test-fails'])
  expect(judged.findings[0]?.message).toContain('makes a slug (from cycle C1; combined with C1, C2) fails')
  const damaged = { ...other, ...green, 'src/text.js': written.replace('toUpperCase', 'toLowerCase') }
  const both = await judge('combined', damaged, { cycles })
  expect(both.findings[0]?.message).toContain('(older than the cycles C1, C2)')
})

test('tests taken out of a cycle are missed by name', async () => {
  proves('DPTR-101')
  const cycles = [{ name: 'C1', accepted: { commit: await checkouts.commit(green), evidence: null } }]
  const judged = await judge(
    'combined',
    { ...green, 'test/slug.test.js': tests(slugTest.replace('slug', 'x')) },
    { cycles },
  )
  expect(judged.findings.map((finding) => [finding.rule, finding.message])).toEqual([
    ['test-vanished', 'test/slug.test.js › makes a slug (from cycle C1; combined with C1) is not in the combination.'],
  ])
})

test('a cycle alone is run no more where its tree is the one that was accepted, and no other way', async () => {
  proves('DPTR-101')
  const before = { commit: await checkouts.commit(start), evidence: null }
  const asked = { before, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  const inRed = { ...(await judge('red', red, asked)).baseline }
  const accepted = { ...(await judge('green', green, { before, red: inRed })).baseline }
  const combine = async (files: Readonly<Record<string, string>>, names: readonly string[]) =>
    await judge('combined', files, { cycles: names.map((name) => ({ name, accepted })) })
  expect(await combine(green, ['C1'])).toMatchObject({ verdict: 'pass', data: { asAccepted: true, tests: 2 } })
  const other = { ...green, 'src/text.js': `${written}// other` }
  expect((await combine(other, ['C1'])).data).not.toHaveProperty('asAccepted')
  expect((await combine(green, ['C1', 'C2'])).data).not.toHaveProperty('asAccepted')
  const broken = { ...green, 'src/text.js': written.replace(`'-'`, `'_'`) }
  const refused = { ...(await judge('green', broken, { before, red: inRed })).baseline }
  const cycles = [{ name: 'C1', accepted: refused }]
  expect((await judge('combined', broken, { cycles })).rules).toEqual(['test-fails'])
})
