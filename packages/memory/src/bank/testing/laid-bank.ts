/** Test-only: a bank in a folder that is removed after the test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BankPlace } from '../file.ts'

export interface LaidBank extends BankPlace, Disposable {
  put(path: string, content: string | Uint8Array): void
}

export function laidBank(files: Readonly<Record<string, string>> = {}): LaidBank {
  const top = mkdtempSync(join(tmpdir(), 'sigma-bank-'))
  const folder = join(top, 'memory-bank')
  mkdirSync(folder)
  const put: LaidBank['put'] = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  return { top, folder, put, [Symbol.dispose]: () => rmSync(top, { recursive: true, force: true }) }
}
