/** The texts of the built-in steps: what whoever follows a protocol reads before it does a step. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Definition } from '../machine/definition.ts'

/** As they were read: they come with the program, and are asked for at each step. */
const known = new Map<string, string | null>()

/** Null: no such text comes with Sigma. */
export function builtInContent({ folder }: Pick<Definition, 'folder'>, step: number): string | null {
  const name = `${folder}-step-${step}.md`
  const text = known.get(name)
  if (text !== undefined) return text
  const read = readContent(name)
  // A protocol that came with no text never does: only what is there is kept, so that names of others take no room.
  if (read !== null) known.set(name, read)
  return read
}

function readContent(name: string): string | null {
  try {
    // Files beside this one, as beside the bundle.
    return readFileSync(fileURLToPath(new URL(`./templates/${name}`, import.meta.url)), 'utf8')
  } catch {
    return null
  }
}
