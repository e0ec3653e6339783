import type { AskedPerson } from '@sigma/engine'
import { expect, test } from 'vitest'
import { turnNamed } from './asked.ts'
import { answerIllegal } from './errors.ts'
import { readTyped } from './operation.ts'

const turn = (run: string, name: string): AskedPerson => ({
  run,
  id: `${name}.qa`,
  name,
  attempt: `${name}.qa@12`,
  at: { step: 'red' },
  askedAt: '2026-01-01T00:00:00.000Z',
  codes: ['RC', 'BL'],
  writable: [],
  creatable: [],
  refused: [],
})

const [one, two, other] = [turn('auth-1', 'C1.red'), turn('auth-1', 'C2.red'), turn('shop-2', 'C1.red')]

test.each([
  [['C1.red', 'RC', 'done'], one, ['RC', 'done']],
  [['c1.RED'], one, []],
  [['C1.red.qa', 'RC'], one, ['RC']],
  [['C2.red.qa@3', 'RC'], two, ['RC']],
  [['auth-1/C2.red', 'RC'], two, ['RC']],
])('%j names its turn, whichever attempt it speaks of', (words, named, rest) => {
  expect(turnNamed([one, two], words)).toEqual({ turn: named, rest })
})

test('the only turn that waits needs no name', () => {
  expect(turnNamed([one], ['RC', 'three', 'tests'])).toEqual({ turn: one, rest: ['RC', 'three', 'tests'] })
  expect(turnNamed([one], [])).toEqual({ turn: one, rest: [] })
  expect(turnNamed([one, other], ['shop-2', 'RC'])).toEqual({ turn: other, rest: ['RC'] })
})

test.each([
  [[], ['RC'], 'nobody-asked', 'sigma status'],
  [[one], ['C9.red', 'RC'], 'not-asked', 'sigma answer auth-1/C1.red'],
  [[one, two], ['C2.rde', 'RC'], 'not-asked', 'sigma answer auth-1/C2.red'],
  [[turn('auth-1', 'phase0')], ['pahse0', 'RC', 'x'], 'not-asked', 'sigma answer auth-1/phase0'],
  [[turn('auth-1', 'phase0')], ['pahse0'], 'not-asked', 'sigma answer auth-1/phase0'],
  [[turn('auth-1', 'phase0')], ['xyz', 'BL', 'why?'], 'not-asked', 'sigma answer auth-1/phase0'],
  [[one, two], ['RC', 'x'], 'ambiguous-turn', 'sigma answer auth-1/C1.red RC x'],
  [[one, other], ['C1.red', 'RC'], 'ambiguous-turn', 'sigma answer auth-1/C1.red RC'],
])('what means no turn, or several, is told with the way out: %#', (asked, words, code, hint) => {
  expect(() => turnNamed(asked, words)).toThrow(expect.objectContaining({ code, hint }))
})

test('a name that is misspelt is answered with the nearest, and one that waits no more with what waits instead', () => {
  expect(() => turnNamed([turn('auth-1', 'phase0')], ['pahse0', 'RC'])).toThrow(
    'No turn called "pahse0" waits for a person; did you mean auth-1/phase0?',
  )
  expect(() => turnNamed([], ['C1.red', 'RC'], 1)).toThrow(
    expect.objectContaining({ message: 'No turn waits for a person, but a decision waits.', hint: 'sigma inbox' }),
  )
})

test('the name of a step where two turns wait is answered with the names of both', () => {
  const review = { unit: 'C1', step: 'review' }
  const waits = (role: string): AskedPerson => ({
    ...turn('auth-1', `C1.review.${role}`),
    id: `C1.review.${role}`,
    at: review,
  })
  const [dev, qa] = [waits('dev'), waits('qa')]
  expect(turnNamed([dev, qa], ['C1.review.qa', 'RC'])).toEqual({ turn: qa, rest: ['RC'] })
  expect(() => turnNamed([dev, qa], ['C1.review', 'RC'])).toThrow(
    expect.objectContaining({
      message: 'Several turns wait for people: auth-1/C1.review.dev, auth-1/C1.review.qa.',
      hint: 'sigma answer auth-1/C1.review.dev RC',
    }),
  )
})

test.each([[['GC', 'done']], [['rc']], [['→[RC,', 'done]']]])(
  '%j is a code, legal or not, and no name of a turn',
  (words) => {
    expect(turnNamed([turn('auth-1', 'phase0')], words).rest).toEqual(words)
  },
)

test.each([
  ['RC', 'RC', ''],
  ['RC three tests', 'RC', 'three tests'],
  ['  →RC  three tests ', 'RC', 'three tests'],
  ['→[RC, three tests, all failing]', 'RC', 'three tests, all failing'],
  ['→[RC]', 'RC', ''],
  ['BL which one: [a] or [b]?', 'BL', 'which one: [a] or [b]?'],
  ['', '', ''],
])('%j is read as code and message', (text, code, message) => {
  expect(readTyped(text)).toEqual({ code, message })
})

test('a code that is none is answered by no other code, unless only its letters are small', () => {
  const told = (code: string): readonly unknown[] => {
    const { message, hint } = answerIllegal('C1.red', code, ['RC', 'ME'])
    return [message, hint]
  }
  expect(told('C1')).toEqual(['"C1" is no code of this turn (RC, ME).', 'sigma answer C1.red'])
  expect(told('rc')).toEqual([
    '"rc" is no code of this turn (RC, ME); did you mean RC?',
    'sigma answer C1.red RC "what was done"',
  ])
})
