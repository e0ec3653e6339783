import type { BlobRef } from '@sigma/protocol'
import { blobChanged, blobUnknown } from '../errors.ts'
import { sha256 } from '../identity/canonical.ts'
import type { Blobs } from '../ports/ports.ts'
import { bytes, text } from '../store/columns.ts'
import type { Database } from '../store/database.ts'

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
      const content = bytes(row, 'content')
      if (sha256(content) !== ref.replace(/^sha256:/, '')) throw blobChanged(ref)
      return content
    },
  }
}

/** Names of what is stored whose hash begins so, at most a few. */
export function blobsBeginning(database: Database, beginning: string): readonly BlobRef[] {
  const sql = 'SELECT hash FROM blobs WHERE hash >= ? AND hash < ? ORDER BY hash LIMIT 5'
  return database.all(sql, beginning, `${beginning}g`).map((row) => `sha256:${text(row, 'hash')}`)
}

export const isStored = (database: Database, hash: string): boolean =>
  database.get('SELECT 1 FROM blobs WHERE hash = ?', hash) !== undefined
