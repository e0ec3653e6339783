import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a file or a whole folder, also one that was made unreadable; links are removed, not followed. */
export async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    await open(path)
    await rm(path, { recursive: true, force: true })
  }
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await open(join(folder, entry.name))
  }
}
