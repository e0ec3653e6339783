import { folderNameFault } from '@sigma/protocol'

/** A module's name is a path below the modules' folder, such as `auth` or `src/auth`; it never leaves it (SIG-93). */
export function moduleName(input: string): string {
  const name = input.replace(/\/+$/, '')
  const parts = name.split('/')
  if (name === '' || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('a module is a path that stays within the modules’ folder, such as auth or src/auth.')
  }
  const fault = parts.map(folderNameFault).find((found) => found !== null)
  if (fault !== undefined) throw new Error(`a module’s name is made of folders, and one of these ${fault}.`)
  if (name.startsWith('-') || name.length > 200) {
    throw new Error('a module’s name begins with no "-" and has at most 200 characters.')
  }
  return name
}
