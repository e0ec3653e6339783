import { join, resolve } from 'node:path'
import { createDenial } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Permission, ToolAction } from './adapter.ts'
import { permissionsOf, type Scope, waysOut } from './permission.ts'

const scope: Scope = {
  cwd: '/w/C1',
  writable: ['src/**', '!src/generated/**'],
  guarded: ['package.json', 'src/**/*.snap'],
  documents: ['design.md', 'src/plan.md'],
  free: ['/tmp', '/home/me'],
  web: false,
  ways: ['answer TI if a test is wrong', 'answer BL, and say why'],
}

const asked = (action: ToolAction, ...paths: readonly string[]): Permission =>
  permissionsOf(scope)({ id: '1', name: 'Tool', action, paths, title: '' })

const reasonOf = (permission: Permission): string => (permission.allowed ? 'allowed' : permission.reason)

const changes: Readonly<Record<string, string>> = {
  'src/a.ts': 'allowed',
  '/w/C1/src/a.ts': 'allowed',
  './src/../src/a.ts': 'allowed',
  '/tmp/notes.md': 'allowed',
  '/home/me/.agent/todo': 'allowed',
  'test/a.test.ts': 'your role writes only src/**, not src/generated/**',
  'src/../test/a.test.ts': 'test/a.test.ts is not yours to change',
  'src/generated/a.ts': 'is not yours to change',
  '.git/config': 'is not yours to change',
  'package.json': 'is guarded',
  'src/a.snap': 'is guarded',
  'design.md': 'is a document of your task',
  'src/plan.md': 'is a document of your task',
  '../C2/src/a.ts': 'lies outside of your workspace',
  '/w/C10/src/a.ts': 'lies outside of your workspace',
  '/tmpfile': 'lies outside of your workspace',
  '/etc/passwd': 'lies outside of your workspace',
}

test.each(Object.entries(changes))('a change of %s: %s', (path, expected) => {
  for (const action of ['edit', 'delete', 'move'] as const) expect(reasonOf(asked(action, path))).toContain(expected)
})

test('what changes no file by its name is allowed: it is kept in other ways', () => {
  for (const action of ['read', 'search', 'execute', 'think', 'other'] as const)
    expect(asked(action, 'test/a.test.ts')).toEqual({ allowed: true })
  expect(asked('edit')).toEqual({ allowed: true })
})

test('the web is refused where it is not open, with the way out, and not asked for where it is', () => {
  proves('T2')
  expect(reasonOf(asked('fetch'))).toMatch(/^Refused by Sigma: the web is not open to you\. .*answer BL/)
  const open = permissionsOf({ ...scope, web: true })
  expect(open({ id: '1', name: 'WebFetch', action: 'fetch', paths: [], title: '' })).toEqual({ allowed: true })
})

test('a refusal names every path, what the role may write, and the ways out that its turn has', () => {
  const reason = reasonOf(asked('move', 'src/a.ts', 'test/a.ts', 'package.json'))
  expect(reason).toContain('test/a.ts is not yours to change')
  expect(reason).toContain('package.json is guarded')
  expect(reason).not.toContain('src/a.ts is')
  expect(reason).toContain('answer TI')
  const reader = permissionsOf({ ...scope, writable: [], ways: ['answer BL, and say why'] })
  const refused = reasonOf(reader({ id: '1', name: 'Write', action: 'edit', paths: ['src/a.ts'], title: '' }))
  expect(refused).toContain('your role writes no files')
  expect(refused).not.toContain('answer TI')
})

test('what a code offers in place of a change is said where the code is legal, by its protocol', () => {
  const source = {
    tasks: [],
    unit: 'cup',
    text: () => '',
    placeholders: [],
    told: [],
    codes: { COLD: { means: 'it is cold', wayOut: 'answer COLD' }, DONE: { means: 'it is hot' } },
    example: null,
    sample: () => null,
  }
  expect(waysOut(['DONE', 'COLD', 'BL'], source)).toEqual(['answer COLD', expect.stringContaining('answer BL')])
  expect(waysOut(['DONE'], source)).toEqual([])
  expect(waysOut(['COLD', 'BL'], null)).toEqual([expect.stringContaining('answer BL')])
})

test("however a path is written, only what lies in the role's folders may be changed", () => {
  const part = fc.constantFrom('src', 'test', '..', '.', 'a.ts', 'generated', '')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), (parts, isAbsolute) => {
      const path = isAbsolute ? join('/w/C1', ...parts) : parts.join('/') || '.'
      const real = resolve('/w/C1', path)
      const isRoles = `${real}/`.startsWith('/w/C1/src/') && !`${real}/`.startsWith('/w/C1/src/generated/')
      if (asked('edit', path).allowed)
        expect(isRoles || real.startsWith('/tmp') || real.startsWith('/home/me')).toBe(true)
    }),
  )
})

test('with files in the plan new ones may be made, and whose a refused one is is told', () => {
  const creates = {
    globs: ['src/**', '!src/b.ts', 'src/a.ts'],
    since: 'base',
    kept: [{ by: 'TDD_2', files: ['src/b.ts'] }],
  }
  const writing = { writes: ['src/a.ts'], creates }
  const denial = createDenial(writing, new Set(['src/a.ts', 'src/c.ts', 'test/a.test.ts']))
  const decide = permissionsOf({ ...scope, writable: writing.writes, creatable: creates.globs, denial })
  const reasonFor = (path: string): string =>
    reasonOf(decide({ id: '1', name: 'Write', action: 'edit', paths: [path], title: '' }))
  expect(['src/a.ts', 'src/deep/new.ts'].map(reasonFor)).toEqual(['allowed', 'allowed'])
  expect(reasonFor('src/c.ts')).toContain('src/c.ts is not yours to change, for it exists')
  expect(reasonFor('src/b.ts')).toContain('src/b.ts is not yours to make, for it is named for TDD_2')
  expect(reasonFor('src/c.js')).toContain('it would be loaded in place of src/c.ts')
  expect(reasonFor('src/new.snap')).toContain('is guarded')
  expect(reasonFor('test/new.ts')).toContain(
    'your role writes only src/a.ts; new files in src/**, none that is named for other work',
  )
})
