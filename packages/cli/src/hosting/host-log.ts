/** The file in the data folder that holds the output of background hosts. Each host cuts its beginning off to keep it within its bound. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of the file, and what is kept of them when there are more. */
const [most, kept] = [1024 * 1024, 512 * 1024]

export const hostLog = (folder: string): string => join(folder, 'host.log')

/** Cuts a log that is too long at its beginning, to whole lines. A host that has the log open goes on writing at its new end. */
export function boundLog(file: string): void {
  if (!existsSync(file) || statSync(file).size <= most) return
  const text = tailOf(file, kept)
  writeFileSync(file, text.subarray(text.indexOf(10) + 1))
}

/** Bytes of the log; 0 where there is none. */
export const lengthOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** The part of the log after its first `length` bytes; the whole log where it was cut since it had that length. */
export function saidSince(file: string, length: number): string {
  if (!existsSync(file)) return ''
  const all = readFileSync(file)
  return all.subarray(all.length < length ? 0 : length).toString('utf8')
}

function tailOf(file: string, bytes: number): Buffer {
  const opened = openSync(file, 'r')
  try {
    const { size } = fstatSync(opened)
    const tail = Buffer.alloc(Math.min(size, bytes))
    return tail.subarray(0, readSync(opened, tail, 0, tail.length, size - tail.length))
  } finally {
    closeSync(opened)
  }
}
