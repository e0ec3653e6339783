/**
 * What others wrote (titles, messages, names) is data wherever it is written to: it can end no line, begin no mark and
 * hide nothing (T37).
 */

/** Controls, all that reorders or hides, and blanks that look like letters. */
export const hidden: RegExp = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]|\u034f|[\u115f\u1160\u3164\uffa0]/gu

/** One line of JSON; every character that could break or bend the line is escaped, so that nothing is lost. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).toWellFormed().replace(hidden, escaped)
}

/** The same over several lines, for people. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)
    .toWellFormed()
    .replace(hidden, (character) => (character === '\n' ? character : escaped(character)))}\n`
}

function escaped(character: string): string {
  let written = ''
  for (let at = 0; at < character.length; at += 1)
    written += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  return written
}

const longest = 300

/** Text within a line of Markdown: it stays there, and means nothing but itself. */
export function markdown(text: string): string {
  const characters = [...plainLine(text)]
  return escaping(characters.length <= longest ? plainLine(text) : `${characters.slice(0, longest - 1).join('')}…`)
}

/** The same, however long it is. */
export const escapedLine = (text: string): string => escaping(plainLine(text))

const plainLine = (text: string): string =>
  text.toWellFormed().replace(/\s+/g, ' ').replace(hidden, ' ').replace(/ +/g, ' ').trim()

const escaping = (line: string): string =>
  line.replace(/[\\`*[\]<>|~&#!$]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&').replace(/(https?|ftp|www)([:.])/gi, '$1\\$2')

/** A piece of Markdown that is meant as such. */
export interface Fragment {
  readonly markdown: string
}

/** A name that can be looked for as it stands; one with other characters than names have is text like any other. */
export function code(name: string): Fragment {
  return { markdown: /^[\w.:@/+-]{1,200}$/.test(name) ? `\`${name}\`` : markdown(name) }
}

export function link(text: string, path: string): Fragment {
  const target = encodeURI(path.toWellFormed()).replace(/[()!'*<>#?&]/g, percent)
  return { markdown: `[${markdown(text)}](${target})` }
}

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Writes one line of Markdown; whatever is put in is text, but for fragments. */
export function line(strings: TemplateStringsArray, ...parts: readonly (string | number | Fragment)[]): string {
  const written = (part: string | number | Fragment): string =>
    typeof part === 'object' ? part.markdown : markdown(String(part))
  return strings.reduce((before, piece, at) => `${before}${written(parts[at - 1] ?? '')}${piece}`)
}
