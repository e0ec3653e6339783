/** The lines of a file that others wrote: each is read, or is a fault of its own. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { SigmaError } from '@sigma/engine'
import { type JsonlLine, readLine } from '@sigma/memory'
import { shellWord } from '../printable.ts'

/** A line with more is not held. */
const mostOfLine = 64 * 1024 * 1024
/** So many faults are told: a file that is something else has one in each line. */
const mostFaults = 20

export interface Fault {
  /** From 1. */
  readonly line: number
  /** The end of a sentence. */
  readonly why: string
}

export interface FileRead {
  readonly lines: readonly JsonlLine[]
  /** The first of the lines that say nothing. */
  readonly faults: readonly Fault[]
  /** How many lines say nothing. */
  readonly faulty: number
}

/** Fails with `file-unreadable`. */
export async function linesOfFile(path: string): Promise<FileRead> {
  const lines: JsonlLine[] = []
  const faults: Fault[] = []
  let [number, faulty] = [0, 0]
  const take = (bytes: Uint8Array | null): void => {
    number += 1
    const line = bytes === null ? tooLong : lineIn(number === 1 ? withoutMark(bytes) : bytes)
    if (line.kind === 'fault') {
      faulty += 1
      if (faults.length < mostFaults) faults.push({ line: number, why: line.why })
    } else if (line.kind !== 'empty') lines.push(line)
  }
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is no file')
    await eachLine(path, take)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SigmaError('file-unreadable', `${path} cannot be read: ${why}.`, { hint: `ls -l ${shellWord(path)}` })
  }
  return { lines, faults, faulty }
}

const tooLong: JsonlLine = { kind: 'fault', why: `has more than ${mostOfLine / 1024 / 1024} MiB` }

/** `take` gets null for a line that is too long. Each byte is looked at once. */
async function eachLine(path: string, take: (bytes: Uint8Array | null) => void): Promise<void> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array): void => {
    length += part.length
    if (length > mostOfLine) parts = []
    else parts.push(part)
  }
  const end = (): void => {
    take(length > mostOfLine ? null : Buffer.concat(parts))
    ;[parts, length] = [[], 0]
  }
  // as: a stream without an encoding gives buffers alone.
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
      add(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) end()
}

const lineEnd = 10

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function lineIn(bytes: Uint8Array): JsonlLine {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { kind: 'fault', why: 'is not written in UTF-8' }
  }
  return readLine(text)
}

/** Other programs begin a file with a byte order mark. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
