import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storesOf } from './stores.ts'

test('packages that are links into another folder are found there, and no other', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-stores-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const store = join(root, 'node_modules')
  const modules = join(root, 'packages/a/node_modules')
  for (const each of [join(store, '.pnpm/b@1.0.0/node_modules/b'), join(modules, 'c'), join(root, 'packages/d')])
    mkdirSync(each, { recursive: true })
  symlinkSync('../../../node_modules/.pnpm/b@1.0.0/node_modules/b', join(modules, 'b'))
  symlinkSync('../../d', join(modules, 'd'))
  symlinkSync('nowhere', join(modules, 'gone'))
  expect(storesOf(modules)).toEqual([store])
  expect(storesOf(store)).toEqual([])
})
