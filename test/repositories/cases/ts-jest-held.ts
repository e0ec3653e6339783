/** What is held back from the developer in this repository's work. */
import type { Work } from '../published.ts'

export const heldOfFeature: NonNullable<Work['held']> = {
  'RED 1': {
    'test/functional/length.spec.ts': {
      instead: [
        ["['', ['isLength']]", "['x', ['isLength']]"],
        ["['abc', []]", "['lower', []]"],
        ["['abcdef', ['isLength']]", "['far too long', ['isLength']]"],
      ],
    },
  },
  'RED 2': {
    'test/functional/validation.spec.ts': {
      head: [`import { IsNotEmpty, Validator } from '../../src';`, `const validator = new Validator();`],
      instead: [
        ['Post', 'User'],
        ['title', 'name'],
        ['Hello', 'Ada'],
      ],
    },
  },
}

export const heldOfFix: NonNullable<Work['held']> = {
  'RED 1': {
    'test/functional/validation.spec.ts': {
      head: [`import { IsNotEmpty, Validator } from '../../src';`, `const validator = new Validator();`],
      instead: [
        [
          'class Plain {}',
          `class Plain {
    name = 'Ada';
  }`,
        ],
      ],
    },
  },
}
