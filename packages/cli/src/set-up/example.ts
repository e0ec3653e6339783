/** Files to begin with, for `sigma init --example`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Example, ExampleFile } from '@sigma/engine'
import { kits } from '@sigma/protocols'

/** The example of the first protocol that has one. */
export const example: Example = kits.flatMap((kit) => kit.example ?? [])[0] ?? {
  subject: { placeholder: 'name', read: String },
  documents: [],
  files: () => [],
  ready: () => [],
}

/** `a design and a plan` */
export const documentsText: string = example.documents.map((called) => `a ${called}`).join(' and ')

/** What stands in a document is work, and stays. */
export const isMissing = ({ path }: ExampleFile): boolean => !existsSync(path)

/** Nobody has written anything in it so far. */
export const isAsProposed = ({ path, text }: ExampleFile): boolean =>
  existsSync(path) && readFileSync(path, 'utf8') === text

export function writeExample({ path, text }: ExampleFile): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
