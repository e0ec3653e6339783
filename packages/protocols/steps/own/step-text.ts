/** The text of a step as it is told: the project's, where it has one (EXE-10). */
import { basename, join } from 'node:path'
import { sha256 } from '@sigma/engine/reading'
import { plainLines } from '../../writing/blocks.ts'
import type { Definition } from '../machine/definition.ts'
import { contentFile } from '../machine/paths.ts'
import { builtInContent } from '../prompts/contents.ts'
import { shippedTexts } from '../prompts/shipped-texts.ts'
import { markOf, plainFile } from './plain-file.ts'

const mostBytes = 256 * 1024

interface StepText {
  /** Empty: the project has none that counts. */
  readonly text: string
  /** Why there is none. */
  readonly lacks: string
}

export const stepText = (root: string, definition: Pick<Definition, 'folder'>, step: number): StepText =>
  textAt(root, contentFile(definition, step))

/** `place`: the folder of the protocol's texts, to which no link leads. */
export const stepTextIn = (place: string, definition: Pick<Definition, 'folder'>, step: number): StepText =>
  textAt(place, basename(contentFile(definition, step)))

/** Texts as they were read, with what tells that they lie there still: all of them are looked at for each command. */
const known = new Map<string, { readonly mark: string; readonly text: string }>()
const mostKnown = 200

function textAt(root: string, path: string): StepText {
  const [file, mark] = [join(root, path), markOf(root, path)]
  const before = known.get(file)
  if (mark !== null && before?.mark === mark) return { text: before.text, lacks: lacking.missing }
  const read = plainFile(root, path, mostBytes)
  if (read.kind !== 'file') return { text: '', lacks: lacking[read.kind] }
  const text = asTold(read.bytes.toString('utf8'))
  // Changed while it was read, it is read again the next time.
  if (mark !== null && known.size < mostKnown && markOf(root, path) === mark) known.set(file, { mark, text })
  else known.delete(file)
  return { text, lacks: lacking.missing }
}

const lacking = {
  missing: 'is missing or empty',
  link: 'is a link, or lies behind one, and is not read',
  long: `is longer than ${mostBytes} bytes`,
} as const

/** As any text that others wrote, without what a terminal would obey or not show. */
export const asTold = (text: string): string => plainLines(text).join('\n').trimEnd()

/** Sigma's own, as it is told; null: none comes with Sigma. */
export function shippedText(definition: Pick<Definition, 'folder'>, step: number): string | null {
  const text = builtInContent(definition, step)
  if (text === null) return null
  const told = shipped.get(text) ?? asTold(text)
  shipped.set(text, told)
  return told
}

/** The text came with some version of Sigma for this step: laid by an earlier one, it is as much Sigma's as today's. */
export function isSigmas({ folder }: Pick<Definition, 'folder'>, step: number, text: string): boolean {
  const known = shippedTexts[`${folder}-step-${step}`] ?? []
  return text === shippedText({ folder }, step) || known.includes(sha256(text))
}

/** As it is told, by its text. */
const shipped = new Map<string, string>()
