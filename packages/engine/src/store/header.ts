import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { storeNewer } from '../errors.ts'
import type { Layout } from './schema.ts'

/**
 * The layout of a store as its file's header has it (bytes 60 to 63), looked at before SQLite opens it; 0: there is
 * none, or it is not to be seen there.
 */
export function layoutOf(file: string): number {
  if (!existsSync(file)) return 0
  const header = Buffer.alloc(64)
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, header)
  closeSync(descriptor)
  if (length < header.length || header.toString('latin1', 0, 15) !== 'SQLite format 3') return 0
  return header.readUInt32BE(60)
}

/** A store of a later version stays as it is, with no file added beside it. Fails with `store-newer`. */
export function refuseNewer(file: string, { version }: Layout): void {
  const found = layoutOf(file)
  if (found > version) throw storeNewer(found, version)
}
