/** What is held back from the developer in this repository's work. */
import type { Work } from '../published.ts'

export const heldOfFeature: NonNullable<Work['held']> = {
  'RED 1': {
    'test/duration/math.test.js': {
      head: [`/* global test expect */`, `import { Duration } from "../../src/spans";`],
      instead: [
        ['hours: 2, minutes: -5', 'hours: -7, minutes: 45'],
        ['toBe(-2)', 'toBe(7)'],
        ['toBe(5)', 'toBe(-45)'],
      ],
    },
  },
  'RED 2': {
    'test/duration/math.test.js': {
      head: [`/* global test expect */`, `import { Duration } from "../../src/spans";`],
      instead: [
        ['hours: -2, minutes: 5', 'hours: 7, minutes: -45'],
        ['toBe(2)', 'toBe(7)'],
        ['toBe(5)', 'toBe(45)'],
      ],
    },
  },
}
