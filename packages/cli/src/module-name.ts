/** A module's name is a path below the modules' folder, such as `auth` or `src/auth`; it never leaves it. */
export function moduleName(input: string): string {
  const name = input.replace(/\/+$/, '')
  const parts = name.split('/')
  if (name === '' || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('a module is a path that stays within the modules’ folder, such as auth or src/auth.')
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f\\:*?"<>|]/.test(name) || name.startsWith('-') || name.length > 200) {
    throw new Error('a module’s name holds letters, digits, "-", "_", "." and "/" only.')
  }
  return name
}
