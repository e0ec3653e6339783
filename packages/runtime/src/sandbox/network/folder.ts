/** Where the sockets of ways out lie: a private folder each, known by the process that made it, so that those of killed ones go. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../process/alive.ts'

const named = /^sigma-net-(\d+)-/

let isSwept = false

/** Makes one that only its user can enter. */
export function socketFolder(): string {
  // A socket's path may have about 100 bytes, so it does not lie wherever the user's temporary files happen to be.
  const parent = tmpdir().length > 40 ? '/tmp' : tmpdir()
  if (!isSwept) sweep(parent)
  isSwept = true
  return mkdtempSync(join(parent, `sigma-net-${process.pid}-`))
}

export function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(named.exec(name)?.[1] ?? 0)
    const folder = join(parent, name)
    if (pid !== 0 && !isAlive(pid) && isOurs(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && stat.uid === userInfo().uid
}
