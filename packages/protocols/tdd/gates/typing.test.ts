import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { slugTest, start, tests } from './proofs/slug.ts'

const { red } = trial()
const asksForTypes = `test('takes texts alone', () => {
  // @ts-expect-error a number is no text
  source.slug(1)
})`
const passes = `test('gives a text', () => {
  const given: ReturnType<typeof source.slug> extends string ? true : never = true
  assert.ok(given)
})`
const judge = (code: string, ending = 'ts') => red(start, { ...start, [`test/slug.test.${ending}`]: tests(code) })

test('a test that asks for types may stand beside one that demands something, and is no demand itself', async () => {
  expect(await judge(`${slugTest}\n${asksForTypes}\n${passes}`)).toMatchObject({ verdict: 'pass', rules: [] })
})

test('alone it proves nothing, and neither does the like of it in a language without types', async () => {
  expect((await judge(asksForTypes)).rules).toEqual(['asserts-nothing'])
  expect((await judge(passes)).rules).toContain('no-new-test')
  expect((await judge(`${slugTest}\n${asksForTypes}`, 'js')).rules).toEqual(['asserts-nothing'])
})
