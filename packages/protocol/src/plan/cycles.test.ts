import { expect, test } from 'vitest'
import type { DesignInterface } from '../design/design.ts'
import { proves } from '../testing/proves.ts'
import { checkPlan, planToCycles } from './cycles.ts'
import type { Plan, PlanCycle } from './plan.ts'

const design: readonly DesignInterface[] = [
  { name: 'slugify', declaration: 'export function slugify(text: string): string', line: 5 },
  { name: 'truncate', declaration: 'export function truncate(text: string): string', line: 6 },
]
const patterns = { tests: ['test/**', 'src/**.test.js'], source: ['src/**'], matches }

/** Enough of a glob for these tests: a prefix before `**` and an ending after it. */
function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => {
    const [before = '', after = ''] = glob.split('**')
    return path.startsWith(before) && path.endsWith(after)
  })
}

function planOf(...cycles: readonly Partial<PlanCycle>[]): Plan {
  const named = cycles.map(
    (cycle, index): PlanCycle => ({
      id: `TDD_${index + 1}`,
      title: 'A title',
      interfaces: ['slugify'],
      files: [],
      needs: [],
      replaces: [],
      extra: {},
      ...cycle,
    }),
  )
  return {
    module: null,
    cycles: named,
    batches: [{ parallel: 2, cycles: named.map(({ id }) => id), extra: {} }],
    extra: {},
  }
}

test('a cycle carries the declarations of its interfaces as the design has them', () => {
  proves('DPTR-24')
  expect(planToCycles(planOf({ interfaces: ['slugify', 'truncate'] }), design, patterns)).toMatchObject({
    kind: 'cycles',
    cycles: [
      {
        id: 'TDD_1',
        title: 'A title',
        interfaces: ['slugify', 'truncate'],
        signature: 'export function slugify(text: string): string\nexport function truncate(text: string): string',
      },
    ],
  })
})

test('a member is about the interface it belongs to', () => {
  const stack = [...design, { name: 'Stack', declaration: 'export class Stack { push(): void }', line: 8 }]
  expect(planToCycles(planOf({ interfaces: ['Stack.push', 'Stack.pop'] }), stack, patterns)).toMatchObject({
    cycles: [{ interfaces: ['Stack'], signature: 'export class Stack { push(): void }' }],
  })
})

test('what a cycle may write is its files of the plan, told apart by the configured patterns', () => {
  proves('DPTR-73')
  const files = ['src/slug.js', 'test/slug.test.js', 'src/slug.test.js', 'src/[id].js']
  expect(planToCycles(planOf({ files }), design, patterns)).toMatchObject({
    cycles: [{ tests: ['test/slug.test.js', 'src/slug.test.js'], source: ['src/slug.js', 'src/\\[id\\].js'] }],
  })
})

test('without files it is all that is configured, and a test among the sources stays a test', () => {
  proves('DPTR-73')
  expect(planToCycles(planOf({}), design, patterns)).toMatchObject({
    cycles: [{ tests: ['test/**', 'src/**.test.js'], source: ['src/**', '!test/**', '!src/**.test.js'] }],
  })
  expect(planToCycles(planOf({ files: ['src/a.js'] }), design, patterns)).toMatchObject({
    cycles: [{ tests: ['test/**', 'src/**.test.js'], source: ['src/a.js'] }],
  })
})

test('new files are free within what is configured, but for those that another cycle names', () => {
  proves('DPTR-73')
  const planned = planToCycles(
    planOf({ files: ['src/a.js', 'test/a.js'] }, { files: ['src/b.js', 'src/two/*.js'] }, { files: ['test/c.js'] }),
    design,
    patterns,
  )
  const noTests = ['!test/**', '!src/**.test.js']
  expect(planned).toMatchObject({
    cycles: [
      {
        files: ['src/a.js', 'test/a.js'],
        creates: {
          tests: [...patterns.tests, '!test/c.js', 'test/a.js'],
          source: ['src/**', '!src/two/*.js', '!src/b.js', 'src/a.js', ...noTests],
        },
      },
      {
        // A glob of its own may cover tests, which stay QA's.
        source: ['src/b.js', 'src/two/*.js', ...noTests],
        creates: {
          tests: [...patterns.tests, '!test/a.js', '!test/c.js'],
          source: ['src/**', 'src/two/*.js', '!src/a.js', 'src/b.js', ...noTests],
        },
      },
      // It lists no source: single files alone are kept from it.
      { creates: { source: ['src/**', '!src/a.js', '!src/b.js', ...noTests] } },
    ],
  })
})

test('what a cycle replaces QA may write, and nothing but tests can be replaced', () => {
  proves('DPTR-73')
  const replaces = ['test/old.test.js > keeps > one (or two) > of [it]', 'test/gone.js', 'test/two/*.js']
  expect(
    planToCycles(planOf({ files: ['src/a.js', 'test/a.js'], replaces }, { files: ['test/b.js'] }), design, patterns),
  ).toMatchObject({
    cycles: [
      {
        tests: ['test/a.js', 'test/old.test.js', 'test/gone.js', 'test/two/*.js'],
        creates: { tests: expect.arrayContaining(['test/old.test.js']) },
        replaces: [
          { files: 'test/old.test.js', test: 'keeps › one (or two) › of [it]' },
          { files: 'test/gone.js', test: null },
          { files: 'test/two/*.js', test: null },
        ],
      },
      { tests: ['test/b.js'] },
    ],
  })
  expect(planToCycles(planOf({ replaces }), design, patterns)).toMatchObject({ cycles: [{ tests: patterns.tests }] })
  expect(planToCycles(planOf({ replaces: ['src/a.js > x', 'src/**', 'test/* > x'] }), design, patterns)).toMatchObject({
    kind: 'faults',
    faults: [
      { message: 'Cycle TDD_1 replaces tests of src/a.js, which is no test file of this project.' },
      { message: 'Cycle TDD_1 replaces tests of src/**, which is no test file of this project.' },
      { message: 'Cycle TDD_1 replaces "test/* > x": one test of many files.' },
    ],
  })
})

test('a plan that names no files says nothing of new ones', () => {
  expect(JSON.stringify(planToCycles(planOf({}, {}), design, patterns))).not.toMatch(/files|creates/)
})

test('a file that is neither test nor source is a fault, with the line of its cycle', () => {
  proves('DPTR-73')
  expect(planToCycles(planOf({ files: ['package-lock.json', 'src/a.js'] }), design, patterns, { TDD_1: 4 })).toEqual({
    kind: 'faults',
    faults: [
      {
        rule: 'stray-file',
        line: 4,
        message: 'Cycle TDD_1 lists package-lock.json, which is neither a test file nor a source file of this project.',
        remedy: expect.stringContaining('Tests are test/** src/**.test.js, sources src/**'),
      },
    ],
  })
})

test('a file that is named from the top of a monorepo is named from its package in the remedy', () => {
  const remedy = expect.stringContaining('Is it src/a.js, named from the folder of the configuration?')
  expect(planToCycles(planOf({ files: ['packages/x/src/a.js'] }), design, patterns)).toMatchObject({
    faults: [{ remedy }],
  })
  expect(JSON.stringify(planToCycles(planOf({ files: ['package-lock.json'] }), design, patterns))).not.toContain(
    'Is it',
  )
})

test('an interface that the design does not have is a fault', () => {
  const plan = planOf({ interfaces: ['slugify', 'slugfy'] })
  const fault = {
    rule: 'interface-unknown',
    line: 9,
    message: 'Cycle TDD_1 is about slugfy, which the design does not declare.',
    remedy: 'Name one of slugify, truncate.',
  }
  expect(checkPlan(plan, design, { TDD_1: 9 })).toEqual([fault])
  expect(planToCycles(plan, design, patterns, { TDD_1: 9 })).toEqual({ kind: 'faults', faults: [fault] })
  expect(checkPlan(planOf({}), [])).toMatchObject([{ line: 1, remedy: expect.stringContaining('## Interface') }])
  expect(checkPlan(planOf({}), design)).toEqual([])
})

test('batches refer to cycles by their position in the plan', () => {
  const plan = {
    ...planOf({ id: 'b' }, { id: 'a' }, { id: 'c' }),
    batches: [
      { parallel: 1 as const, cycles: ['a'], extra: {} },
      { parallel: 3 as const, cycles: ['b', 'c'], extra: {} },
    ],
  }
  expect(planToCycles(plan, design, patterns)).toMatchObject({
    batches: [
      { parallel: 1, cycles: [2] },
      { parallel: 3, cycles: [1, 3] },
    ],
  })
})
