import { sha256 } from '../canonical.ts'
import { blobUnknown } from '../errors.ts'
import type { Blobs } from '../ports.ts'
import { bytes } from './columns.ts'
import type { Database } from './database.ts'

/** Blobs in the store: durable once `put` returns, the same content kept once. */
export function blobsIn(database: Database): Blobs {
  return {
    put: (content) => {
      const data = typeof content === 'string' ? Buffer.from(content) : content
      const hash = sha256(data)
      database.run('INSERT OR IGNORE INTO blobs (hash, content) VALUES (?, ?)', hash, data)
      return `sha256:${hash}`
    },
    get: (ref) => {
      const row = database.get('SELECT content FROM blobs WHERE hash = ?', ref.replace(/^sha256:/, ''))
      if (row === undefined) throw blobUnknown(ref)
      return bytes(row, 'content')
    },
  }
}
