/** What is held back from the developer in this repository's work. */
import type { Work } from '../published.ts'

export const heldOfFeature: NonNullable<Work['held']> = {
  'RED 1': {
    'tests/basic.test.ts': {
      head: [`import { createReducer } from 'herd'`, `import { expect, it } from 'vitest'`],
      instead: [
        ['{ bears: 3 }', '{ bears: 7 }'],
        ['{ bears: 4 }', '{ bears: 8 }'],
      ],
    },
  },
  'RED 2': {
    'tests/shallow.test.ts': {
      head: [`import { shallowArray } from 'herd/shallow'`, `import { describe, expect, it } from 'vitest'`],
      instead: [
        ["[1, 'a']", "[true, 'x']"],
        ["[1, 'b']", "[true, 'y']"],
        ['[1], [1, 2]', "['x', 'y'], ['x']"],
      ],
    },
  },
}

export const heldOfFix: NonNullable<Work['held']> = {
  'RED 1': {
    'tests/shallow.test.ts': {
      head: [`import { describe, expect, it } from 'vitest'`, `import { shallow } from 'herd/shallow'`],
      group: 'shallow',
      instead: [['null, {}', "{ foo: 'bar' }, null"]],
    },
  },
}
