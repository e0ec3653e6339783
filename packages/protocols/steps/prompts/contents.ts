/** The texts of the built-in steps: what whoever follows a protocol reads before it does a step. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Definition } from '../machine/definition.ts'

/** Null: no such text comes with Sigma. */
export function builtInContent({ folder }: Pick<Definition, 'folder'>, step: number): string | null {
  try {
    // Files beside this one, as beside the bundle.
    return readFileSync(fileURLToPath(new URL(`./templates/${folder}-step-${step}.md`, import.meta.url)), 'utf8')
  } catch {
    return null
  }
}
