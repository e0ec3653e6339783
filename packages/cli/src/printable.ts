/**
 * Text that others wrote (agents, tests, file names) may hold escape sequences, control characters and characters
 * that reorder or hide what stands beside them. Everything Sigma prints passes through here first.
 */

/** Whole escape sequences (CSI, OSC, DCS and the like, two-character ones), so that no half of one stays behind. */
const sequences: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]P^_X]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/g

/** Controls but for tab and newline, all that reorders, and all that is not seen: marks, joiners, tags, blanks of scripts, also those yet to be assigned. */
const hidden: RegExp = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Several lines of text that a terminal shows as they are. Line ends become `\n`. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(sequences, '').replace(hidden, '')
}

/** Printable text on one line, at most `width` characters long. */
export function printableLine(text: string, width: number = Number.POSITIVE_INFINITY): string {
  const line = printable(text).replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= width ? line : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`
}

/** Letters of other scripts, and forms of letters, that pass for Latin ones. */
const lookalikes: RegExp = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυιАВЕЅІЈКМНОРСТУХаеорсухѕіјһԁԛԝᎪᎬᎳᏀᏃցօհո]/gu
const isForm = (character: string): boolean => /^[A-Za-z]$/.test(character.normalize('NFKC'))

/**
 * One line for whoever decides by it (T34): what hides, reorders, or passes for a Latin letter in a word that has some
 * is not left out but written as the number of its character, `\\u{202e}`. At most `width` characters long.
 */
export function legibleLine(text: string, width: number = Number.POSITIVE_INFINITY): string {
  const line = text.toWellFormed().replace(sequences, '').replace(/\s+/g, ' ').trim()
  return printableLine(line.split(' ').map(legibleWord).join(' '), width)
}

function legibleWord(word: string): string {
  const seen = word
    .replace(hidden, written)
    .replace(/[^ -~]/gu, (character) => (isForm(character) ? written(character) : character))
  return /[A-Za-z]/.test(word) ? seen.replace(lookalikes, written) : seen
}

const written = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

/** What somebody said, in quotation marks that nothing in it can end. */
export function quotedLine(text: string, width: number = Number.POSITIVE_INFINITY): string {
  return `"${legibleLine(
    text.replace(/["\\]/g, (mark) => `\\${mark}`),
    width,
  )}"`
}

/** One line of JSON; what `printable` would take out is escaped instead, so that nothing is lost. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).toWellFormed().replace(hidden, escapeCharacter)
}

/** JSON laid out over lines, for people to read. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).toWellFormed().replace(hidden, escapeCharacter)
}

/** A name of a file or branch, on one line: one that would not be seen as it is stands in quotes, with what hides written out. */
export function nameText(name: string): string {
  return printableLine(name) === name ? name : jsonLine(name)
}

/** A word as it has to be typed in a shell. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

function escapeCharacter(character: string): string {
  let escaped = ''
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`
  return escaped
}
