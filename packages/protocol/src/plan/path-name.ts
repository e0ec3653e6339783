/** Names of devices and of version control's own folder, whatever follows a dot (SIG-93). */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$|^\.git$/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\x00-\x1f\x7f-\x9f\\/:*?"<>|\u2028\u2029]/

/** Bytes of UTF-8 that file systems take for one part of a path. */
const mostBytes = 200

/**
 * Why a name cannot become one folder of that name on every file system, e.g. `holds ".."`; null: it can (SIG-93).
 */
export function folderNameFault(name: string): string | null {
  if (name === '') return 'is empty'
  if (name === '.' || name === '..') return `is "${name}"`
  if (forbidden.test(name)) return 'holds a character that no folder may have'
  if (reserved.test(name)) return 'is a name that file systems keep for themselves'
  if (/^ |[. ]$/.test(name)) return 'begins with a space, or ends with a space or a dot'
  if (encodeURIComponent(name.toWellFormed()).replace(/%../g, '.').length > mostBytes)
    return `is longer than ${mostBytes} bytes`
  return null
}
