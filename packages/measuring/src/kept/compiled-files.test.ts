import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gathered } from './compiled-files.ts'

test('a folder of what was compiled may hold anything', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-compiled-'))
  const key = 'a'.repeat(64)
  const [other, far] = ['b'.repeat(64), 'c'.repeat(64)]
  writeFileSync(join(folder, 'x.data'), 'code and map')
  writeFileSync(join(folder, 'x.index'), `${key} 0 4 4\n${other} 4 400 -1\n../${key} 0 1 1\n\0\n${far} 9 3 -1\n`)
  writeFileSync(join(folder, 'secret.txt'), `${'d'.repeat(64)} 0 4 4\n`)
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'y.index'))
  symlinkSync(join(folder, 'x.data'), join(folder, 'y.data'))
  expect(gathered(folder)).toEqual({ index: `${key} 0 4 4\n${far} 8 3 -1\n`, data: 'code andmap' })
  const link = `${folder}-link`
  symlinkSync(folder, link)
  expect(gathered(link)).toEqual({ index: '', data: '' })
  for (const each of [link, folder]) rmSync(each, { recursive: true })
})
