/** A file of a memory bank as people keep it: read within bounds, never through a link that leads out of the project. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'

export type BankFile =
  /** `text` with a byte order mark, if there is one: printed again it is the same to the byte. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'missing'; readonly path: string }
  /** `why`: the second half of a sentence. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly why: string }

/** Where a bank lies; both absolute. */
export interface BankPlace {
  readonly folder: string
  /** Nothing outside of it is read. */
  readonly top: string
}

const mostBytes = 4 * 1024 * 1024
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK

/** `path`: relative to the bank's folder, with `/`. */
export function readBankFile({ folder, top }: BankPlace, path: string): BankFile {
  const file = join(folder, path)
  const unreadable = (why: string): BankFile => ({ kind: 'unreadable', path, why })
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { kind: 'missing', path }
    const real = realIn(top, file)
    if (real === null) return unreadable('is a link that leads out of the project')
    const bytes = bytesOf(real)
    if (typeof bytes === 'string') return unreadable(bytes)
    if (bytes.includes(0)) return unreadable('is no text')
    return { kind: 'file', path, text: decoder.decode(bytes) }
  } catch (error) {
    return unreadable(whyNot(error))
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function realIn(top: string, file: string): string | null {
  const real = realpathSync(file)
  const within = relative(realpathSync(top), real)
  return within === '' || within.startsWith('..') || isAbsolute(within) ? null : real
}

/** A sentence's second half instead, where it is no file that can be read. */
function bytesOf(file: string): Uint8Array | string {
  const descriptor = openSync(file, readFlags)
  try {
    const stat = fstatSync(descriptor)
    if (stat.isDirectory()) return 'is a folder'
    if (!stat.isFile()) return 'is no ordinary file'
    if (stat.size > mostBytes) return `is larger than ${mostBytes / 1024 / 1024} MB`
    const bytes = Buffer.alloc(stat.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, length)
    return bytes.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'is a link to nothing',
  ELOOP: 'is a link that leads back to itself',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ENXIO: 'is no ordinary file',
  ENOTDIR: 'lies in something that is no folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not written in UTF-8',
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '') throw error
  return reasons[code] ?? `cannot be read (${code})`
}
