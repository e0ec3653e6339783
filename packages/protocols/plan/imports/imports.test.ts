/** Tasks of other tools, in the forms that these write, as plans. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPlan } from '@sigma/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing, issue, waits } from '../testing/importing.ts'
import { plannedOf } from './planned.ts'

const specKit = `# Tasks: Photo albums

**Input**: Design documents from \`/specs/003-albums/\`

## Phase 1: Setup

- [X] T001 Create the structure of the project
- [ ] T002 [P] Set up the linter in eslint.config.js

## Phase 2: Foundational

- [ ] T003 [P] Create the album model with \`createAlbum(name)\` in src/models/album.ts
- [ ] T004 [P] Create the photo model in src/models/photo.ts
- [ ] T005 [P] Sort photos in src/models/photo.ts

## Phase 3: User Story 1 - Sort albums (Priority: P1)

- [ ] T006 [P] [US1] Contract test for sorting in tests/contract/sort.test.ts
- [ ] T007 [US1] Implement \`sortAlbums()\` in src/services/sort.ts (depends on T003, T004)
- [ ] T007-TEST [P] [TEST] Try it in tests/sort.test.ts
- [ ] T008 [US1] Show them in src/ui/list.ts, after T001 and T099
- [ ] Polish the words
`

test('a task of Spec Kit that writes tests alone is no cycle, in whatever language they are', () => {
  const tasks = [
    '- [ ] T001 [P] Contract test POST /api/users in tests/contract/test_users_post.py',
    '- [ ] T002 [P] Integration test of the login in tests/integration/login.rb',
    '- [ ] T003 Unit tests for `check()` in tests/unit/',
    '- [ ] T004 Integration test helpers in src/helpers.ts',
    '- [ ] T005 Sort albums with `sortAlbums()` in src/sort.ts',
  ]
  using folder = importing({ 'specs/albums/tasks.md': tasks.join('\n') })
  const { text } = folder.imported('specs/albums')
  expect(text).toContain(': T001, T002, T003: they write tests alone, which every cycle does first.')
  expect(folder.plan('albums').map((cycle) => cycle.slice(0, 4))).toEqual(['T004', 'T005'])
})

test('a task of Spec Kit that writes documents alone is no cycle; one that reads them is', () => {
  const documents = [
    'Documentation updates in docs/',
    'Update documentation in docs/api.md',
    '[P] Write the docs',
    'Update README.md and CHANGELOG.md',
    'Add usage examples to `docs/guide/usage.mdx`',
    'Document the settings in docs/settings.rst',
    'API documentation for the endpoints',
    'Run quickstart.md validation',
  ]
  const work = [
    'Create a parser of README.md',
    'Add the documentation generator in src/docs.ts',
    'Update docs/api.md and src/api.ts',
    'Implement the reader for docs/',
    'Document store in src/store.ts',
    'Document store with `open()`',
    'Code cleanup and refactoring',
  ]
  const lines = [...documents, ...work].map((text, at) => `- [ ] T${String(at + 1).padStart(3, '0')} ${text}`)
  using folder = importing({ 'specs/albums/tasks.md': lines.join('\n') })
  const { text } = folder.imported('specs/albums')
  expect(text).toContain(
    'T001, T002, T003, T004, T005, T006, T007, T008: they are about documents alone, which no test can drive.',
  )
  expect(folder.plan('albums').map((cycle) => cycle.slice(0, 4))).toEqual(
    work.map((_, at) => `T${String(documents.length + at + 1).padStart(3, '0')}`),
  )
})

test('a task list of Spec Kit keeps ids, files, order and what depends on what', () => {
  using folder = importing({ 'specs/003-albums/tasks.md': specKit })
  const { text, notes, exit } = folder.imported('specs/003-albums/')
  expect(exit).toBe(0)
  expect(folder.plan('003-albums')).toEqual([
    'T002 1: eslint.config.js < ',
    'T003 2: src/models/album.ts < ',
    'T004 2: src/models/photo.ts < ',
    'T005 3: src/models/photo.ts < ',
    'T007 4: src/services/sort.ts < T003,T004',
    'T008 5: src/ui/list.ts < ',
  ])
  const lines = text.split('\n')
  expect(lines[0]).toBe('memory-bank/modules/003-albums/tdd_plan.md: 6 cycles in 5 batches')
  expect(lines.filter((line) => line.startsWith('not taken: '))).toEqual([
    'not taken: specs/003-albums/tasks.md: T001: it is done.',
    'not taken: specs/003-albums/tasks.md: T006, T007-TEST: they write tests alone, which every cycle does first.',
    'not taken: specs/003-albums/tasks.md:22: The task "Polish the words" has no id such as T001.',
    'not taken: specs/003-albums/tasks.md:21: T008 depends on T099, which is not listed.',
  ])
  // What names no interface is not silently a plan.
  expect(lines.filter((line) => line.startsWith('  missing'))).toEqual(
    ['T002', 'T004', 'T005', 'T008'].map((id) => expect.stringContaining(`Cycle ${id} names no interface.`)),
  )
  expect(folder.text('memory-bank/modules/003-albums/tdd_plan.md')).toContain(
    '"source": "specs/003-albums/tasks.md:21"',
  )
  expect(notes.at(-1)).toBe('hint: sigma design 003-albums')
})

test('issues of Beads keep ids, priorities and what blocks them; what is closed, or no work, is told', () => {
  using folder = importing({
    '.beads/issues.jsonl': [
      issue('bd-a1', { dependencies: [waits('bd-a1', 'bd-b2'), waits('bd-a1', 'bd-e5', 'parent-child')] }),
      issue('bd-b2', {
        priority: 0,
        description: 'In src/cart.ts:\n\n```ts\nexport function addItem() {}\n```\nSee `addItem()`.',
      }),
      issue('bd-c3', { status: 'closed', title: 'Old' }),
      issue('bd-d4', {
        status: 'in_progress',
        issue_type: 'bug',
        dependencies: [waits('bd-d4', 'bd-c3'), waits('bd-d4', 'bd-b2', 'related')],
      }),
      issue('bd-e5', { issue_type: 'epic' }),
      issue('bd-f6', { status: 'tombstone' }),
      issue('bd-a1.1', { dependencies: [waits('bd-a1.1', 'bd-zz')] }),
      '',
    ].join('\n'),
  })
  const { text } = folder.imported('.', { module: 'cart' })
  expect(folder.plan('cart')).toEqual([
    'bd-b2 1: src/cart.ts < ',
    'bd-a1 2:  < bd-b2',
    'bd-d4 1:  < ',
    'bd-a1.1 1:  < ',
  ])
  expect(text.split('\n').filter((line) => line.startsWith('not taken: '))).toEqual([
    'not taken: .beads/issues.jsonl: bd-c3: it is closed.',
    'not taken: .beads/issues.jsonl: bd-f6: it is tombstone.',
    'not taken: .beads/issues.jsonl: bd-e5: the type epic is no work of its own.',
    'not taken: .beads/issues.jsonl:4: bd-d4 is linked to bd-b2 as related, which no plan has.',
    'not taken: .beads/issues.jsonl:7: bd-a1.1 waits for bd-zz, which is not listed.',
  ])
  expect(folder.text('memory-bank/modules/cart/tdd_plan.md')).toMatch(/"interface": \[\s+"addItem"\s+\]/)
})

const story = `# Story 1.2: Log in

Status: ready-for-dev

## Story

As a guest,
I want to log in,
so that I see my orders.

## Acceptance Criteria

1. A wrong password is refused.

## Tasks / Subtasks

- [x] Choose where sessions lie (AC: 1)
- [ ] Check the password (AC: 1)
  - [ ] Write \`checkPassword(name, password)\` in src/auth/password.ts
- [ ] Show what went wrong (AC: 1)

## Dev Notes

- [ ] None of these is a task
`

test('stories of BMAD are a module each, whose tasks follow one another; others files of their folder are told', () => {
  using folder = importing({
    'docs/stories/1-2-log-in.md': story,
    'docs/stories/1-3-log-out.md': story.replace('1.2: Log in', '1.3: Log out').replace('ready-for-dev', 'done'),
    'docs/stories/readme.md': '# Stories\n',
  })
  const { text } = folder.imported('docs/stories')
  expect(folder.plan('1-2-log-in')).toEqual(['1.2-2 1: src/auth/password.ts < ', '1.2-3 2:  < '])
  const made = folder.text('memory-bank/modules/1-2-log-in/tdd_plan.md')
  for (const part of ['"Check the password"', '"checkPassword"', '"criteria"', '"subtasks"'])
    expect(made).toContain(part)
  expect(readdirSync(join(folder.root, 'memory-bank/modules'))).toEqual(['1-2-log-in'])
  expect(text.split('\n').filter((line) => line.startsWith('not taken: '))).toEqual([
    'not taken: docs/stories/1-2-log-in.md: 1.2-1: it is done.',
    'not taken: docs/stories/1-3-log-out.md: Story 1.3: its status is done.',
    'not taken: docs/stories/readme.md: It is no story.',
  ])
})

test('a memory bank of DPTR is taken as it is, and its faults are told', () => {
  const design = '# auth\n## Interface\n```ts\nexport function login(name: string): boolean\n```\n'
  const plan = 'Batch₁: (parallel 1)\n□ TDD₁: login → ℜ→ℜᴳ→ℜᶠ [files: src/auth.ts]\n'
  using folder = importing({
    'old/projectbrief.md': '# Brief\n',
    'old/modules/auth/design.md': design,
    'old/modules/auth/tdd_plan.md': plan,
    'old/modules/src/odd/tdd_plan.md': 'Batch₁: (parallel 9)\n□ TDD₁: x\n',
    'memory-bank/x': '',
  })
  const { text } = folder.imported('old')
  expect(folder.text('memory-bank/modules/auth/design.md')).toBe(design)
  expect(folder.text('memory-bank/modules/auth/tdd_plan.md')).toBe(plan)
  expect(text).toContain('memory-bank/modules/src/odd/tdd_plan.md: as it is\n  missing, line 1: Batch 1 runs 9 cycles')
  expect(text).toContain('not taken: old/projectbrief.md: ')
  expect(() => folder.imported('memory-bank', { from: 'dptr' })).toThrow('which Sigma reads where it lies')
})

test('with a design what it declares is found in the text, and the plan lacks nothing', () => {
  const tasks = '## Phase 1: All\n- [ ] T001 Have sortAlbums sort in src/sort.ts\n'
  using folder = importing({
    'specs/albums/tasks.md': tasks,
    'memory-bank/modules/albums/design.md':
      '# albums\n## Interface\n```ts\nexport function sortAlbums(): void\nexport function other(): void\n```\n',
  })
  const { text, notes, data } = folder.imported('specs/albums/tasks.md')
  expect(text).toBe('memory-bank/modules/albums/tdd_plan.md: 1 cycle in 1 batch')
  expect(notes).toEqual(['hint: sigma plan albums'])
  expect(data).toMatchObject({ kind: 'spec-kit', written: true, files: [{ missing: [] }], notTaken: [] })
  const read = readPlan(folder.text('memory-bank/modules/albums/tdd_plan.md'), { parallel: 2 })
  expect(read).toMatchObject({ kind: 'plan', plan: { cycles: [{ id: 'T001', interfaces: ['sortAlbums'] }] } })
})

test('a dry run shows the file and writes none; nothing is written over', () => {
  using folder = importing({ 'specs/a/tasks.md': specKit })
  const { text, data } = folder.imported('specs/a', { dryRun: true })
  expect(text).toContain('"T007"')
  expect(text).toContain(': 6 cycles in 5 batches, not written')
  expect(data).toMatchObject({ written: false, files: [{ text: expect.stringContaining('T007') }] })
  expect(readdirSync(folder.root)).toEqual(['specs'])
  folder.imported('specs/a')
  const before = folder.text('memory-bank/modules/a/tdd_plan.md')
  expect(() => folder.imported('specs/a')).toThrow(expect.objectContaining({ code: 'import-taken' }))
  expect(folder.text('memory-bank/modules/a/tdd_plan.md')).toBe(before)
})

test('whatever tasks there are, each stands once, after what it needs, and no batch has a file twice', () => {
  const anyTasks = fc.uniqueArray(fc.nat({ max: 40 }), { minLength: 1, maxLength: 15 }).chain((numbers) =>
    fc.tuple(
      ...numbers.map((number, at) =>
        fc.record({
          id: fc.constant(`t-${number}`),
          files: fc.subarray(['a.ts', 'b.ts', 'c.ts']),
          // Only what stands before it in some order, so that there is no circle.
          needs: fc.subarray(numbers.slice(0, at).map((other) => `t-${other}`)),
          listed: fc.option(fc.record({ isParallel: fc.boolean(), group: fc.constantFrom('x', 'y') }), { nil: null }),
        }),
      ),
    ),
  )
  fc.assert(
    fc.property(anyTasks, fc.nat(), (tasks, turn) => {
      const shuffled = [...tasks.slice(turn % tasks.length), ...tasks.slice(0, turn % tasks.length)]
      const whole = shuffled.map((task) => ({ ...task, title: 'T', text: '`doIt()`', line: 1, extra: {} }))
      const { missing, text } = plannedOf({ module: 'm', file: 'f', tasks: whole }, null)
      expect(missing).toEqual([])
      const read = readPlan(text, { parallel: 2 })
      if (read.kind !== 'plan') return expect.fail()
      expect(new Set(read.plan.cycles.map(({ id }) => id))).toEqual(new Set(tasks.map(({ id }) => id)))
    }),
  )
})
