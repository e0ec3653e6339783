import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { bankFiles } from './bank-files.ts'

test('reads plain files of the bank alone: no link, nothing outside, nothing that is no text', () => {
  proves('T7')
  const root = mkdtempSync(join(tmpdir(), 'sigma-bank-'))
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  try {
    write('secret.md', 'secret of prices')
    write('outside/notes.md', 'secret of prices')
    write('memory-bank/techContext.md', 'tech')
    write('memory-bank/progress.md', new Uint8Array([0xff, 0xfe]))
    write('memory-bank/stray.md', 'no slot')
    write('memory-bank/modules/prices/notes.md', 'own')
    write('memory-bank/modules/prices/design.md', 'handed out')
    write('memory-bank/modules/prices/large.md', 'x'.repeat(300_000))
    symlinkSync(join(root, 'secret.md'), join(root, 'memory-bank/projectbrief.md'))
    symlinkSync(join(root, 'outside'), join(root, 'memory-bank/modules/linked'))
    mkdirSync(join(root, 'memory-bank/systemPatterns.md'))
    const bank = join(root, 'memory-bank')
    const of = (module: string) => bankFiles(root, bank, module).map(({ path, isOwn }) => `${path} ${isOwn}`)
    expect(of('prices')).toEqual(['memory-bank/techContext.md false', 'memory-bank/modules/prices/notes.md true'])
    for (const module of ['linked', '../../outside', '../../../..', '', 'nowhere'])
      expect(of(module), module).toEqual(['memory-bank/techContext.md false'])
    expect(bankFiles(root, join(root, 'nowhere'), 'prices')).toEqual([])
  } finally {
    rmSync(root, { recursive: true })
  }
})
