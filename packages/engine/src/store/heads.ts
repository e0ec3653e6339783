/**
 * How far each run had come, kept beside the database (T46): whoever cuts the journal, or puts an older one in its
 * place, leaves heads that it does not reach. A line of fixed width a run, written over after each commit and not
 * flushed: what a power cut takes from here was still in the journal, so heads never run ahead of it.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../identity/canonical.ts'

export interface Heads {
  keep(number: number, sequence: number, hash: string): void
  close(): void
}

export interface Head {
  readonly number: number
  readonly sequence: number
  readonly hash: string
}

/** Divides a sector, so that no line is torn. */
const width = 128

export function headsIn(folder: string): Heads {
  const file = join(folder, 'heads')
  const isNew = !existsSync(file)
  const descriptor = openSync(file, isNew ? 'wx' : 'r+', 0o600)
  if (isNew) {
    fsyncSync(descriptor)
    sync(folder)
  }
  return {
    keep: (number, sequence, hash) => {
      const line = Buffer.from(lineOf({ number, sequence, hash }))
      for (let done = 0; done < width; ) {
        done += writeSync(descriptor, line, done, width - done, (number - 1) * width + done)
      }
    },
    close: () => closeSync(descriptor),
  }
}

/** Writes all heads anew. */
export function replaceHeads(folder: string, heads: readonly Head[]): void {
  const file = join(folder, 'heads')
  const lines: string[] = []
  for (const head of heads) lines[head.number - 1] = lineOf(head)
  const text = Array.from(lines, (line) => line ?? '\0'.repeat(width)).join('')
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  sync(folder)
}

/** Flushes a file or a folder to the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function lineOf({ number, sequence, hash }: Head): string {
  const said = `${number} ${sequence} ${hash}`
  return `${said} ${sha256(said).slice(0, 16)}`.padEnd(width - 1).concat('\n')
}

/** Null: there is no such file. `damaged` counts lines that cannot be read. */
export function readHeads(folder: string): { readonly heads: readonly Head[]; readonly damaged: number } | null {
  const file = join(folder, 'heads')
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'latin1')
  const heads: Head[] = []
  let damaged = 0
  for (let at = 0; at < text.length; at += width) {
    const line = text.slice(at, at + width)
    // A line that was never written, or that a power cut took, is all zeros.
    if (/^\0*$/.test(line)) continue
    const [number = '', sequence = '', hash = ''] = line.split(' ')
    const head = { number: Number(number), sequence: Number(sequence), hash }
    if (line === lineOf(head) && head.number * width === at + width) heads.push(head)
    else damaged += 1
  }
  return { heads, damaged }
}
