/**
 * Memory banks that another tool or a person laid are read and not written (SIG-103): Sigma's part is added to one only
 * by a command that says so. What tells them apart lies in the bank itself, so that each clone sees the same.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { legendFile, slots } from '@sigma/protocol'
import type { ProjectedFile } from './projected-file.ts'

/** What every mark of Sigma's in a file of people's begins with. */
const mark = '<!-- sigma:'

const mostBytes = 16 * 1024 * 1024

/** Files that only a bank has; σ₂ may lie alone, for Sigma reads the list of modules there. */
const tellTale: readonly string[] = [
  ...slots.filter(({ name }) => name !== 'patterns').map(({ file }) => file),
  legendFile,
]

/** True: the folder holds files of a memory bank, and none of them bears a mark of Sigma's. */
export function isForeignBank(folder: string): boolean {
  const present = tellTale.filter((file) => isFile(join(folder, file)))
  if (present.length === 0) return false
  return !slots.some(({ file }) => bearsMark(join(folder, file))) && !bearsMark(join(folder, legendFile))
}

/** The files without Sigma's part of banks that are not Sigma's to write. */
export function withoutForeignBanks(top: string, files: readonly ProjectedFile[]): readonly ProjectedFile[] {
  const foreign = foreignBanks(top, files)
  return files.filter(({ path, form }) => form.kind !== 'region' || !foreign.has(posix.dirname(path)))
}

/** Folders of such banks, relative to the repository's top. */
export function foreignBanks(top: string, files: readonly ProjectedFile[]): ReadonlySet<string> {
  const folders = files.flatMap(({ path, form }) => (form.kind === 'region' ? [posix.dirname(path)] : []))
  return new Set([...new Set(folders)].filter((folder) => isForeignBank(join(top, folder))))
}

function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** What cannot be read bears none. */
function bearsMark(file: string): boolean {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat?.isFile() === true && stat.size <= mostBytes && readFileSync(file).includes(mark)
  } catch {
    return false
  }
}
