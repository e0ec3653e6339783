/** What a host in the background says, in a file of the data folder that never grows beyond its bound. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of the file, and what is kept of them when there are more. */
const [most, kept] = [1024 * 1024, 512 * 1024]

export const hostLog = (folder: string): string => join(folder, 'host.log')

/** Whoever has the file open to add to it goes on at its new end. */
export function boundLog(file: string): void {
  if (!existsSync(file) || statSync(file).size <= most) return
  const text = tailOf(file, kept)
  writeFileSync(file, text.subarray(text.indexOf(10) + 1))
}

/** How much was said so far. */
export const lengthOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** What was said after that; all that is left where the file was cut meanwhile. */
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
