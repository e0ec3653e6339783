/** Files that Git LFS keeps: the commit holds a pointer, the content lies beside the repository's objects. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, lstatSync } from 'node:fs'
import { join } from 'node:path'

export interface Pointer {
  readonly sha256: string
  /** In bytes. */
  readonly size: number
}

/** What a pointer stands for. */
export interface LargeFile {
  /** Where the content lies. */
  readonly file: string
  /** Git's name for the content. */
  readonly oid: string
  readonly size: number
}

/** Larger contents stay away: their pointers are laid out instead. */
const mostBytes = 1024 * 1024 * 1024

const form = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/

/** Null: no pointer, or one that needs a program to be followed. */
export function readPointer(text: string): Pointer | null {
  const [, sha256, size] = form.exec(text) ?? []
  return sha256 === undefined ? null : { sha256, size: Number(size) }
}

/** The content of a pointer, proved by its hash, from the repository's store or from the working tree; null: not here. */
export async function findLargeFile(
  pointer: Pointer,
  at: { readonly commonDir: string; readonly workTreeFile: string; readonly format: 'sha1' | 'sha256' },
): Promise<LargeFile | null> {
  const { sha256, size } = pointer
  if (size > mostBytes) return null
  const stored = join(at.commonDir, 'lfs', 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  for (const file of [stored, at.workTreeFile]) {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || stat.size !== size) continue
    const plain = createHash('sha256')
    const blob = createHash(at.format).update(`blob ${size}\0`)
    await feed(file, [plain, blob])
    if (plain.digest('hex') === sha256) return { file, oid: blob.digest('hex'), size }
  }
  return null
}

async function feed(file: string, hashes: readonly Hash[]): Promise<void> {
  for await (const part of createReadStream(file)) for (const hash of hashes) hash.update(part)
}
