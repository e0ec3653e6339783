/** The output that a step is completed with: on the command line, on standard input, in a file that is named, or in the one that the step told of. */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Conversing } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'

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
  if (typeof given !== 'string')
    return isFile(join(place.root, usual)) ? read(join(place.root, usual), usual) : { kind: 'none' }
  if (given.trimStart().startsWith('{')) return parsed(given, 'What --output gives')
  if (given === '-') return parsed(input(), 'What came on standard input')
  return read(resolve(place.cwd, given), given)
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

function read(path: string, named: string): GivenOutput {
  if (!isFile(path)) return { kind: 'unreadable', why: `There is no file ${named}.` }
  if (statSync(path).size > mostBytes) return { kind: 'unreadable', why: `${named} is longer than ${mostBytes} bytes.` }
  return parsed(readFileSync(path, 'utf8'), named)
}

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
