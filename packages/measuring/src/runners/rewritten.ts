import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { listed } from '../text.ts'
import type { Problem } from './test-run.ts'
import type { Tree } from './tree.ts'

/** The tested code changed the runner or its assertions; null: it did not. */
export function rewritten(patched: readonly string[]): Problem | null {
  if (patched.length === 0) return null
  const message = `What ran changed what judges it: ${listed(patched)}.`
  return { rule: 'tests-rewritten', message, remedy: 'Leave the test runner and what it asserts with as they are.' }
}

/** A registration with `expect`, and the file that made it, as its frame names it; empty: no frame names one. */
export const addedSchema = z.object({ what: z.string(), file: z.string() })
type Added = z.infer<typeof addedSchema>

/** Tests and what they are set up with may; source may not, nor who hides, nor a file from elsewhere. */
export function addedBySource(added: readonly Added[], tree: Tree): readonly string[] {
  return added.filter(({ file }) => !isTestOwn(file, tree)).map(({ what }) => what)
}

function isTestOwn(file: string, { root, isSource }: Tree): boolean {
  const path = relative(
    root,
    (URL.canParse(file) && file.startsWith('file:') ? fileURLToPath(file) : file).replace(/\?.*$/, ''),
  )
  return file !== '' && path !== '' && !path.startsWith('..') && !isAbsolute(path) && !isSource(path)
}
