/** A folder with files in it, for what reads skills as they lie there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface LyingFiles extends Disposable {
  readonly root: string
  readonly put: (path: string, text: string | Uint8Array) => void
}

export function lyingFiles(files: Readonly<Record<string, string>> = {}): LyingFiles {
  const root = mkdtempSync(join(tmpdir(), 'sigma-steps-'))
  const put = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  return { root, put, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** A skill's file; `phases`: empty of an atomic one. */
export const skillFile = (name: string, phases = '', description = `Does ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n${phases === '' ? '' : `\n## Phases\n\n${phases}\n`}`
