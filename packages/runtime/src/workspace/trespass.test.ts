import { matches } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from './survey.ts'
import { trespasses } from './trespass.ts'

const part = fc.constantFrom('src', 'test', 'Src', 'a.js', 'a.test.js', 'package.json', 'yarn.lock', 'x', '...', 'é')
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const glob = fc.constantFrom(
  '**',
  'src/**',
  'test/**',
  '!test/**',
  '**/*.test.js',
  '!**/*.lock',
  'src/*',
  '!src/x/**',
  'a.js',
  '!a.js',
)
const change = fc.record({ path, status: fc.constantFrom('A', 'M', 'D'), mode: fc.constantFrom('100644', '100755') })

function changeOf({
  path: at,
  status,
  mode,
}: {
  path: string
  status: 'A' | 'M' | 'D'
  mode: '100644' | '100755'
}): Change {
  return { path: at, status, to: status === 'D' ? null : { mode, oid: 'x', links: 1 } }
}

test('a change passes only if its path is written by the role, not guarded and no document, and each other is named', () => {
  proves('DPTR-72', 'DPTR-73')
  const changes = fc.uniqueArray(change, { selector: (one) => one.path.toLowerCase(), maxLength: 6 })
  fc.assert(
    fc.property(
      changes,
      fc.array(glob, { maxLength: 4 }),
      fc.array(glob, { maxLength: 2 }),
      fc.array(path, { maxLength: 2 }),
      (made, writes, guarded, documents) => {
        const seen = { changes: made.map(changeOf), oddities: [] }
        const findings = trespasses('/nowhere', seen, new Map(), {
          writes,
          guarded,
          documents,
          filtered: new Set(),
          laid: [],
          existing: new Set(),
        })
        const text = findings
          .filter(({ rule }) => rule !== 'case-collision')
          .map(({ message }) => message)
          .join('\n')
        const refused = made.filter(
          (one) => !matches(one.path, writes) || matches(one.path, guarded) || documents.includes(one.path),
        )
        for (const one of made)
          expect(text.split(/: |, |\.$|\.\n/).includes(one.path), one.path).toBe(refused.includes(one))
        for (const { remedy, rule } of findings)
          expect([remedy.length > 20, /^[a-z-]+$/.test(rule)]).toEqual([true, true])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('names that a file system may take for one another are refused, whichever came first', () => {
  const added = (at: string): Change => changeOf({ path: at, status: 'A', mode: '100644' })
  const rules = (before: readonly string[], after: readonly string[]): readonly string[] => {
    const tree = new Map(before.map((at) => [at, { mode: '100644', oid: 'x', size: 1 }] as const))
    return trespasses('/nowhere', { changes: after.map(added), oddities: [] }, tree, {
      writes: ['**'],
      guarded: [],
      documents: [],
      filtered: new Set(),
      laid: [],
      existing: new Set(),
    }).map(({ rule }) => rule)
  }
  expect(rules(['src/a.js'], ['src/A.js'])).toEqual(['case-collision'])
  expect(rules([], ['src/a.js', 'SRC/b.js'])).toEqual(['case-collision'])
  expect(rules(['caf\u00e9.js'], ['cafe\u0301.js'])).toEqual(['case-collision'])
  expect(rules(['src/a.js', 'src/b.js'], ['src/c.js', 'test/a.js'])).toEqual([])
})

test('a long list of paths is cut short, and counted', () => {
  const changes = Array.from({ length: 30 }, (_, at) => changeOf({ path: `${at}.js`, status: 'A', mode: '100644' }))
  const [finding] = trespasses('/nowhere', { changes, oddities: [] }, new Map(), {
    writes: [],
    guarded: [],
    documents: [],
    filtered: new Set(),
    laid: [],
    existing: new Set(),
  })
  expect(finding?.message).toMatch(/19\.js and 10 more\.$/)
})
