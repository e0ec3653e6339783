/** The text of a step as it is told: the project's, where it has one (EXE-10). */
import { sha256 } from '@sigma/engine/reading'
import { plainLines } from '../../writing/blocks.ts'
import type { Definition } from '../machine/definition.ts'
import { contentFile } from '../machine/paths.ts'
import { builtInContent } from '../prompts/contents.ts'
import { shippedTexts } from '../prompts/shipped-texts.ts'
import { plainFile } from './plain-file.ts'

const mostBytes = 256 * 1024

interface StepText {
  /** Empty: the project has none that counts. */
  readonly text: string
  /** Why there is none. */
  readonly lacks: string
}

export function stepText(root: string, definition: Pick<Definition, 'folder'>, step: number): StepText {
  const read = plainFile(root, contentFile(definition, step), mostBytes)
  if (read.kind !== 'file') return { text: '', lacks: lacking[read.kind] }
  return { text: asTold(read.bytes.toString('utf8')), lacks: lacking.missing }
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
  return text === null ? null : asTold(text)
}

/** The text came with some version of Sigma for this step: laid by an earlier one, it is as much Sigma's as today's. */
export function isSigmas({ folder }: Pick<Definition, 'folder'>, step: number, text: string): boolean {
  const known = shippedTexts[`${folder}-step-${step}`] ?? []
  return text === shippedText({ folder }, step) || known.includes(sha256(text))
}
