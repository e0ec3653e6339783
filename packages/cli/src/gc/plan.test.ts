import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, enoughOf, planOf } from './plan.ts'

/** Some families of one to three runs, of a few kins, oldest first. */
const candidates: fc.Arbitrary<readonly Candidate[]> = fc
  .array(
    fc.record({
      kin: fc.constantFrom('auth', 'prices', 'text'),
      members: fc.array(
        fc.record({ lastAt: fc.nat(100), bytes: fc.nat(1_000), over: fc.boolean(), intact: fc.boolean() }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((families) =>
    families.flatMap(({ kin, members }, family) =>
      members.map((member, at) => ({ ...member, kin, run: `${family}.${at}`, family: `${family}.0` })),
    ),
  )
const wishes = fc.record({ endedBefore: fc.nat(110), keep: fc.nat(3) })

test('every run goes or stays; of what may go nothing is open, changed or among the newest, and no family is parted', () => {
  fc.assert(
    fc.property(candidates, wishes, (all, wish) => {
      const { take, spare, stays } = planOf(all, wish)
      const taken = take.flatMap(({ runs }) => runs)
      const staying = stays.map(({ run }) => run)
      expect([...taken, ...staying]).toHaveLength(all.length)
      expect(new Set([...taken, ...staying])).toEqual(new Set(all.map(({ run }) => run)))
      for (const { runs } of [...take, ...spare]) {
        const members = all.filter(({ run }) => runs.includes(run))
        const [{ family, kin } = { family: '', kin: '' }] = members
        expect(runs).toEqual(all.filter((each) => each.family === family).map(({ run }) => run))
        expect(members.every(({ over, intact }) => over && intact)).toBe(true)
        const own = [...new Set(all.filter((each) => each.kin === kin).map((each) => each.family))]
        expect(wish.keep === 0 ? [] : own.slice(-wish.keep)).not.toContain(family)
      }
      for (const { runs } of take)
        expect(all.filter(({ run }) => runs.includes(run)).every(({ lastAt }) => lastAt < wish.endedBefore)).toBe(true)
    }),
  )
})

test('who asks for more is given no less', () => {
  fc.assert(
    fc.property(candidates, wishes, (all, wish) => {
      const taken = planOf(all, wish).take.flatMap(({ runs }) => runs)
      for (const more of [
        { ...wish, endedBefore: wish.endedBefore + 10 },
        { ...wish, keep: Math.max(0, wish.keep - 1) },
      ])
        expect(planOf(all, more).take.flatMap(({ runs }) => runs)).toEqual(expect.arrayContaining(taken))
    }),
  )
})

test('of what may go besides, as much goes as is needed, and always something', () => {
  const spare = [10, 20, 30].map((bytes) => ({ runs: [`${bytes}`], bytes }))
  const sizes = (bytes: number) => enoughOf(spare, bytes).map((family) => family.bytes)
  expect([sizes(0), sizes(10), sizes(11), sizes(60), sizes(61)]).toEqual([
    [10],
    [10],
    [10, 20],
    [10, 20, 30],
    [10, 20, 30],
  ])
  expect(enoughOf([], 5)).toEqual([])
})
