import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inTier } from '@sigma/engine/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Mode, Tree } from '../git/sigma-git.ts'
import { differencesOf } from './differences.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-differences-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
git('init', '--quiet')

type Files = Readonly<Record<string, 'one' | 'two' | 'executed' | 'link'>>

function committed(files: Files): string {
  git('rm', '-r', '-f', '-q', '--ignore-unmatch', '.')
  for (const [path, kind] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (kind === 'link') symlinkSync('one', file)
    else writeFileSync(file, kind === 'executed' ? 'one' : kind)
    if (kind === 'executed') chmodSync(file, 0o755)
  }
  git('add', '--all')
  return git('write-tree').trim()
}

function treeOf(oid: string): Tree {
  const lines = git('ls-tree', '-r', '-z', oid).split('\0').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [mode = '', , blob = ''] = line.slice(0, line.indexOf('\t')).split(' ')
      return [line.slice(line.indexOf('\t') + 1), { mode: modeOf(mode), oid: blob, size: 0 }]
    }),
  )
}

const modeOf = (mode: string): Mode => (mode === '100755' || mode === '120000' ? mode : '100644')

test('what differs is what git says differs, in its order', () => {
  const names = fc.constantFrom('a', 'a.b', 'a/b', 'a-b', 'ä', 'b/c/d', 'b/c/e', 'z')
  const files: fc.Arbitrary<Files> = fc
    .dictionary(names, fc.constantFrom('one', 'two', 'executed', 'link'), { maxKeys: 6 })
    .filter((each) => !('a' in each && 'a/b' in each))
  fc.assert(
    fc.property(files, files, (before, after) => {
      const [one, other] = [committed(before), committed(after)]
      const said = git('diff-tree', '-r', '-z', '--no-renames', '--name-status', one, other).split('\0')
      const expected = Array.from({ length: (said.length - 1) / 2 }, (_, at) => ({
        path: said[2 * at + 1],
        status: said[2 * at],
      }))
      expect(differencesOf(treeOf(one), treeOf(other))).toEqual(expected)
    }),
    { numRuns: inTier({ fast: 4, long: 40, verify: 400 }) },
  )
})
