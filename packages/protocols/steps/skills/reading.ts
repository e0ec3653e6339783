/** Reads a file that somebody else wrote: as long as it may be, where it really lies, and as the text that it is. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { isWithin } from './places.ts'

export type ReadText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** The second half of a sentence, e.g. `is longer than 65536 bytes`. */
  | { readonly kind: 'unusable'; readonly why: string }

const mostBytes = 65_536

/** `within`: where it must really lie; null: anywhere. */
export function readText(file: string, within: string | null): ReadText {
  let real: string
  try {
    real = realpathSync(file)
  } catch {
    return { kind: 'none' }
  }
  if (within !== null) {
    const root = realpathSync(within)
    if (!isWithin(real, root)) return unusable('is a link that leads out of its place')
    // What is installed counts by the package's name alone.
    if (real.slice(root.length).split(sep).includes('node_modules'))
      return unusable('is a link to an installed package: name it in "steps.packages" instead')
  }
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return unusable('is no ordinary file')
    if (stat.size > mostBytes) return unusable(`is longer than ${mostBytes} bytes`)
    const bytes = readFileSync(descriptor)
    if (bytes.length > mostBytes) return unusable(`is longer than ${mostBytes} bytes`)
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return unusable('cannot be read as text')
  } finally {
    closeSync(descriptor)
  }
}

const unusable = (why: string): ReadText => ({ kind: 'unusable', why })
