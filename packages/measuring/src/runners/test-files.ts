/** Test files as they lie there: what a runner's report does not say of them. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from '../syntax/syntax.ts'
import { bounded, jsonIn, listed } from '../text.ts'
import { focusIn } from './focus.ts'
import type { Fault } from './test-run.ts'

/** By path; empty where there is none. */
export type Texts = ReadonlyMap<string, string>

export async function textsOf(root: string, files: readonly string[]): Promise<Texts> {
  return new Map(await Promise.all(files.map(async (file) => [file, await readText(join(root, file))] as const)))
}

/** Empty where there is no such file, or what there is is no plain file, or too big: a pipe would be waited for forever. */
export async function readText(path: string): Promise<string> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await file.stat()
    return stat.isFile() && stat.size <= mostBytes ? await file.readFile('utf8') : ''
  } catch {
    return ''
  }
}

/** The same, at once. */
export function readTextNow(path: string): string {
  let file: number | null = null
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(file, 'utf8') : ''
  } catch {
    return ''
  } finally {
    if (file !== null) closeSync(file)
  }
}

export const readJsonNow = (path: string): unknown => jsonIn(readTextNow(path))

const mostBytes = 64 * 1024 * 1024

/** A file that does not load because it is no JavaScript is told by where and why. */
export function withSyntax(fault: Fault, texts: Texts): Fault {
  const text = texts.get(fault.file)
  if (fault.kind !== 'load' || text === undefined) return fault
  const { errors } = parse(fault.file, text)
  return errors.length === 0 ? fault : { ...fault, kind: 'syntax', message: bounded(listed(errors, 3)) }
}

/** Places of `only`, `<file>:<line>`. */
export const focusedPlaces = (texts: Texts): readonly string[] =>
  [...texts].flatMap(([file, text]) => focusIn(file, text).map((line) => `${file}:${line}`))

/** Ids stand once: the second test of a name gets ` #2`. */
export function numbered(seen: Map<string, number>, id: string): string {
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id} #${count}`
}
