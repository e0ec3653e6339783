import { isAbsolute, join, relative } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workFolder } from '../tdd/files/work-folder.ts'
import { sampleTddInput } from '../tdd/machine/sample.ts'
import { bankOf, safeName } from './paths.ts'

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '/',
    'a/../b',
    '..\\x',
    'con',
    'NUL.txt',
    'a.',
    ' a',
    'a b',
    'TDD_1',
    '.git',
    'events.log',
    'x.json',
    '%2E',
  ),
  fc.string({ minLength: 250, maxLength: 300 }),
)

test('no name of a module or a cycle leads out of the folder it is for, and no two names share one', () => {
  proves('SIG-93', 'SIG-92')
  fc.assert(
    fc.property(names, names, (one, other) => {
      const [a, b] = [safeName(one), safeName(other)]
      for (const name of [a, b]) {
        expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\u2028\u2029]+$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(name).not.toMatch(/^\.{1,2}$|^\.git$|\.(?:json|log)$|[. ]$/i)
      }
      expect(a === b).toBe(one.toWellFormed() === other.toWellFormed())
    }),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), names, (module, cycle) => {
      const { path } = workFolder({ ...sampleTddInput(), module: module.join('/') }, cycle)
      const inside = relative('/project/.claude-collective/sigma', join('/project', path))
      expect(inside.startsWith('..') || isAbsolute(inside)).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('a module with a slash becomes nested folders; plain names stand as they are', () => {
  proves('SIG-90', 'SIG-91', 'SIG-93')
  const input = { ...sampleTddInput(), module: 'src/auth' }
  expect(workFolder(input, 'TDD_1')).toEqual({ base: 'project', path: '.claude-collective/sigma/src/auth/TDD_1' })
  expect(workFolder({ ...input, out: 'build' }, 'TDD_1')).toEqual({ base: { out: 'build' }, path: 'src/auth/TDD_1' })
})

test('the memory bank is the folder that holds the modules', () => {
  const at = (path: string, module = 'auth'): string => bankOf({ ...sampleTddInput(), module, plan: { path } })
  expect(at('memory-bank/modules/auth/tdd_plan.md')).toBe('memory-bank')
  expect(at('packages/a/memory-bank/modules/src/auth/tdd_plan.md', 'src/auth')).toBe('packages/a/memory-bank')
  expect(at('modules/auth/tdd_plan.md')).toBe('')
  expect(at('auth/tdd_plan.md')).toBe('')
})
