import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentsOf, isRefName, isRevision } from './git.ts'

const hash = 'a'.repeat(40)

test('revisions stand behind --end-of-options and paths behind --', () => {
  expect(argumentsOf({ verb: 'diff-tree', options: ['-r'], revisions: [hash, 'HEAD'], paths: ['-p'] })).toEqual([
    'diff-tree',
    '-r',
    '--end-of-options',
    hash,
    'HEAD',
    '--',
    '-p',
  ])
})

test('what is no revision never gets onto a command line', () => {
  proves('T13')
  const hostile = [
    '--output=x',
    '-n',
    'main',
    'refs/heads/../x',
    'refs/heads/-x',
    'HEAD~1',
    '@{u}',
    'a:b',
    'ext::sh',
    '',
  ]
  for (const name of hostile)
    expect(() => argumentsOf({ verb: 'rev-list', revisions: [name] }), name).toThrow('no name')
})

test('no made-up name can become an option, a range or a pattern', () => {
  proves('T13')
  const part = fc.string({ unit: fc.constantFrom(...'-a.@{}~^:?*[\\/ \n\0é'), maxLength: 12 })
  fc.assert(
    fc.property(part, fc.constantFrom('', 'refs/', 'refs/heads/', '--', 'HEAD', `${hash}`), (tail, head) => {
      const name = head + tail
      if (!isRevision(name)) return
      expect(name).not.toMatch(/^-|\.\.|[\0-\x20~:?*[\\]|@\{/)
      if (isRefName(name)) expect(name.split('/').some((piece) => piece === '' || /^[-.]/.test(piece))).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})
