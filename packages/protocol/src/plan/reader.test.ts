import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import type { Plan } from './plan.ts'
import { printPlan, readPlan } from './reader.ts'

const batchForm = `# Plan for text

Batch₁: (parallel 2)
□ TDD₁: Slugs (slugify, truncate) → ℜ→ℜᴳ→ℜᶠ [files: src/slug.js, test/slug.test.js]
□ TDD₂: Counting words (countWords) → ℜ→ℜᴳ→ℜᶠ
Batch₂: (parallel 1)
□ TDD₃: Titles (titleCase) → ℜ→ℜᴳ→ℜᶠ [files: src/title.js] [needs: TDD₁, TDD₂] [replaces: "test/title.test.js > titleCase > of nothing, or \\"\\"", ./test/old/*.js]
`

const jsonForm = `# Plan for text

\`\`\`json
{ "cycles": [
  { "id": "TDD_1", "title": "Slugs", "interface": "slugify, truncate", "phases": ["RED", "GREEN", "REFACTOR"],
    "files": ["./src/slug.js", "test/slug.test.js"] },
  { "id": "TDD_2", "title": "Counting words", "interface": ["countWords"], "phases": "ℜ→ℜᴳ→ℜᶠ" },
  { "id": "TDD_3", "title": "Titles", "interface": "titleCase(text, max = 80): string", "batch": 2,
    "files": ["src/title.js"], "needs": ["TDD₁", "TDD_2"],
    "replaces": ["test/title.test.js > titleCase > of nothing, or \\"\\"", "test/old/*.js"] }
], "batches": [{}, { "parallel": 1 }] }
\`\`\`
`

const plan: Plan = {
  module: null,
  cycles: [
    {
      id: 'TDD_1',
      title: 'Slugs',
      interfaces: ['slugify', 'truncate'],
      files: ['src/slug.js', 'test/slug.test.js'],
      needs: [],
      replaces: [],
      extra: {},
    },
    { id: 'TDD_2', title: 'Counting words', interfaces: ['countWords'], files: [], needs: [], replaces: [], extra: {} },
    {
      id: 'TDD_3',
      title: 'Titles',
      interfaces: ['titleCase'],
      files: ['src/title.js'],
      needs: ['TDD_1', 'TDD_2'],
      replaces: ['test/title.test.js > titleCase > of nothing, or ""', 'test/old/*.js'],
      extra: {},
    },
  ],
  batches: [
    { parallel: 2, cycles: ['TDD_1', 'TDD_2'], extra: {} },
    { parallel: 1, cycles: ['TDD_3'], extra: {} },
  ],
  extra: {},
}

test('the batch form is read, with the line of each cycle', () => {
  proves('DPTR-64')
  expect(readPlan(batchForm, { parallel: 3 })).toEqual({
    kind: 'plan',
    plan,
    form: 'batches',
    lines: { TDD_1: 4, TDD_2: 5, TDD_3: 7 },
  })
})

test('the JSON form gives the same plan', () => {
  proves('DPTR-65')
  expect(readPlan(jsonForm, { parallel: 2 })).toEqual({
    kind: 'plan',
    plan,
    form: 'json',
    lines: { TDD_1: 5, TDD_2: 7, TDD_3: 8 },
  })
})

test('both forms in one file are one plan when they agree', () => {
  expect(readPlan(`${batchForm}\n${jsonForm}`, { parallel: 2 })).toMatchObject({ kind: 'plan', plan })
})

test('what people write instead of the exact signs is read too', () => {
  const loose = `## Batch 1 (parallel: 2)
- [ ] TDD1: Slugs (slugify, truncate) -> RED -> GREEN -> REFACTOR [files: src/slug.js, test/slug.test.js]
* [x] TDD_2: Counting words (countWords)
- [ ] ask the team about names
### **Batch₂**: (parallel 1)
☐ TDD3: Titles (titleCase) → ℜ→ℜᴳ→ℜᶠ [files: src/title.js] [needs: TDD_1, tdd2]
`
  const read = readPlan(loose, { parallel: 2 })
  expect(read).toMatchObject({
    plan: {
      cycles: [{ id: 'TDD1' }, { id: 'TDD_2' }, { id: 'TDD3', needs: ['TDD1', 'TDD_2'] }],
      batches: [{ parallel: 2 }, { parallel: 1 }],
    },
  })
})

test.each([
  ['TDD₁: slugify()', 'slugify()', ['slugify']],
  ['TDD₁: slugify(text: string, max = 3)', 'slugify(text: string, max = 3)', ['slugify']],
  ['TDD₁: slugify', 'slugify', ['slugify']],
  ['TDD₁: (slugify, truncate)', 'slugify, truncate', ['slugify', 'truncate']],
  ['TDD₁: Slugs (old) and cuts (slugify(text, max), `truncate`)', 'Slugs (old) and cuts', ['slugify', 'truncate']],
  ['TDD₁: Both (f(a = g(1, 2), b: Map<K, () => V>), h)', 'Both', ['f', 'h']],
])('%s names its interfaces', (head, title, interfaces) => {
  const text = `Batch₁:\n□ ${head} → ℜ→ℜᴳ→ℜᶠ [src/text]`
  expect(readPlan(text, { parallel: 1 })).toMatchObject({
    plan: { cycles: [{ title, interfaces, extra: { reference: 'src/text' } }], batches: [{ parallel: 1 }] },
  })
})

test('a batch without a degree runs as many cycles at a time as the caller says', () => {
  proves('DPTR-80')
  expect(readPlan('Batch₁:\n□ TDD₁: f', { parallel: 3 })).toMatchObject({ plan: { batches: [{ parallel: 3 }] } })
})

test('keys of the JSON form that Sigma does not know are kept', () => {
  const text =
    '```json\n{"module":"src/text","owner":"me","cycles":[{"id":"a","interface":"f","risk":{"high":[1]}}],"batches":[{"parallel":1,"why":"x"}]}\n```'
  const read = readPlan(text, { parallel: 2 })
  expect(read).toMatchObject({
    plan: {
      module: 'src/text',
      extra: { owner: 'me' },
      cycles: [{ extra: { risk: { high: [1] } } }],
      batches: [{ parallel: 1, extra: { why: 'x' } }],
    },
  })
  if (read.kind !== 'plan') throw new Error('the plan was not read')
  expect(readPlan(printPlan(read.plan, 'json'), { parallel: 3 })).toMatchObject({ plan: read.plan })
})

const word = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/)
  .filter(
    (name) => !/^(export|default|declare|abstract|async|function|class|interface|type|enum|const|let|var)$/.test(name),
  )
const path = fc
  .tuple(word, fc.constantFrom('.js', '/[id].ts', '{a,b}.js', '.test.js'))
  .map(([name, end]) => `src/${name}${end}`)
const entry = fc
  .tuple(path, fc.option(fc.string({ unit: 'binary' })))
  .map(([file, name]) => (name === null ? file : `${file} > ${name.trim()}`).trim())
const anyPlan: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      title: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      interfaces: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      files: fc.uniqueArray(path, { maxLength: 3 }),
      batch: fc.nat(2),
      parallel: fc.constantFrom(1 as const, 2 as const, 3 as const),
      needs: fc.boolean(),
      replaces: fc.uniqueArray(entry, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drafts) => {
    const numbers = [...new Set(drafts.map(({ batch }) => batch))].sort((left, right) => left - right)
    const ordered = [...drafts].sort((left, right) => left.batch - right.batch)
    const named = ordered.map((draft, index) => ({
      ...draft,
      id: `TDD_${index + 1}`,
      batch: numbers.indexOf(draft.batch),
    }))
    const batches = numbers.map((_, number) => named.filter(({ batch }) => batch === number))
    return {
      module: null,
      cycles: named.map(({ id, title, interfaces, files, batch, needs, replaces }, index) => ({
        id,
        title,
        interfaces,
        files: files.map((file) => file.replace('src/', `src/${index}/`)),
        needs: needs ? named.filter((other) => other.batch < batch).map((other) => other.id) : [],
        replaces: [...new Set(replaces.map((each) => `test/${index}/${each}`))],
        extra: {},
      })),
      batches: batches.map((members) => ({
        parallel: members[0]?.parallel ?? 1,
        cycles: members.map(({ id }) => id),
        extra: {},
      })),
      extra: {},
    }
  })

test.each(['batches', 'json'] as const)('a plan written as %s and read again is equal', (form) => {
  proves('DPTR-66')
  fc.assert(
    fc.property(anyPlan, (written) => {
      const text = printPlan(written, form)
      expect(readPlan(text, { parallel: 1 })).toMatchObject({ kind: 'plan', form, plan: written })
    }),
  )
})

test('no text makes the reader throw', () => {
  const piece = fc.constantFrom(
    'Batch₁',
    '(parallel ',
    '2)',
    '□ ',
    'TDD₁',
    ':',
    ' (',
    ')',
    ' → ℜ',
    '[',
    ']',
    '\n',
    '```',
    'json',
    '{',
    '"',
    'files',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(readPlan(pieces.join(''), { parallel: 1 }).kind).toMatch(/^(plan|faults)$/)
    }),
  )
})
