/** The output that a step is completed with: on the command line, on standard input, in a file that is named, or in the one that the step told of. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Conversing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { plainFile, withinRoot } from '../own/plain-file.ts'

export type GivenOutput =
  | { readonly kind: 'none' }
  | { readonly kind: 'output'; readonly output: JsonObject }
  | { readonly kind: 'unreadable'; readonly why: string }

const mostBytes = 1024 * 1024
const objectSchema = z.record(z.string(), z.json())

/** `usual`: the file that the step told of, relative to the project. */
export function givenOutput(
  given: unknown,
  usual: string,
  { place, input }: Pick<Conversing, 'place' | 'input'>,
): GivenOutput {
  if (typeof given !== 'string') return readIn(place.root, usual, usual) ?? { kind: 'none' }
  if (given.trimStart().startsWith('{')) return parsed(given, 'What --output gives')
  if (given === '-') return parsed(input(), 'What came on standard input')
  const path = resolve(place.cwd, given)
  const inside = withinRoot(place.root, path)
  const missing: GivenOutput = { kind: 'unreadable', why: `There is no file ${given}.` }
  if (inside !== null) return readIn(place.root, inside, given) ?? missing
  // What lies elsewhere nobody named but whoever typed it.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return missing
  return statSync(path).size > mostBytes ? tooLong(given) : parsed(readFileSync(path, 'utf8'), given)
}

/** Of the project; null: there is none. A link is none of its files, for it may have come with the repository. */
function readIn(root: string, path: string, named: string): GivenOutput | null {
  const read = plainFile(root, path, mostBytes)
  switch (read.kind) {
    case 'file':
      return parsed(read.bytes.toString('utf8'), named)
    case 'link':
      return { kind: 'unreadable', why: `${named} is a link, or lies behind one, and is not read.` }
    case 'long':
      return tooLong(named)
    case 'missing':
      return null
  }
}

const tooLong = (named: string): GivenOutput => ({
  kind: 'unreadable',
  why: `${named} is longer than ${mostBytes} bytes.`,
})

function parsed(text: string, named: string): GivenOutput {
  try {
    const { data } = objectSchema.safeParse(JSON.parse(text))
    if (data !== undefined) return { kind: 'output', output: data }
  } catch (error) {
    return {
      kind: 'unreadable',
      why: `${named} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    }
  }
  return { kind: 'unreadable', why: `${named} is no JSON object.` }
}
