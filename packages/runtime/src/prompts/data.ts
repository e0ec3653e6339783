/**
 * How text that others wrote stands in a prompt (T7): every line of it begins with a bar, so no line of it can be one of
 * Sigma's own, end its block or open a heading; what would hide or reorder text is written out.
 */

/** Bounds of a value; the middle of a longer one is left out. */
const blockCharacters = 8_000
const inlineCharacters = 200

/** Controls but for tab and newline, marks that reorder or hide, and blanks that look like letters. */
const hidden: RegExp = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]|\u034f|[\u115f\u1160\u3164\uffa0]/gu

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(hidden, (character) => character.split('').map(escaped).join(''))

/** Escapes as JSON does, so that JSON stays JSON. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A block of its own lines. `by` says whose words they are. */
export function dataBlock(name: string, by: string, text: string, characters: number = blockCharacters): string {
  const lines = bounded(visible(text).replace(/\n+$/, ''), characters).split('\n')
  return [
    `[data: ${name}, from ${visible(by).replace(/[\]\s]+/g, ' ')}]`,
    ...lines.map((line) => `| ${line}`.trimEnd()),
    `[end of data: ${name}]`,
  ].join('\n')
}

/** Words that are meant for the reader, so no data: every line of them begins with `> `. The end of a longer text is left out. */
export function quotedBlock(name: string, text: string, characters: number): string {
  const [mark, whole] = [visible(name).replace(/[\]\s]+/g, ' '), visible(text).replace(/\n+$/, '')]
  const left = whole.length - characters
  const shown = left > 0 ? whole.slice(0, characters).toWellFormed() : whole
  return [
    `[${mark}]`,
    ...(shown === '' ? [] : shown.split('\n').map((line) => `> ${line}`.trimEnd())),
    ...(left > 0 ? [`(${left} characters left out)`] : []),
    `[end of ${mark}]`,
  ].join('\n')
}

/** On one line, in backticks; what is more than a plain name or path stands there as JSON text. */
export function inlineData(text: string): string {
  const short = bounded(text.toWellFormed(), inlineCharacters)
  if (/^[\p{L}\p{N}@_./*!?{}(),:+~=$#-]+$/u.test(short)) return `\`${short}\``
  return `\`${visible(JSON.stringify(short)).replaceAll('`', '\\u0060')}\``
}

/**
 * On one line of Sigma's own, e.g. a heading: a plain sentence as it stands, everything else as `inlineData`. A plain one is
 * short, has no character that hides, breaks the line or means something in Markdown or a template, and no blanks at its ends.
 */
export function sentenceData(text: string): string {
  const isPlain = /^[\p{L}\p{N}"'(@/.](?:[\p{L}\p{N} "'’“”(),.:;!?/&%+=@€$–—-]*[^\s])?$/u.test(text)
  return isPlain && text.length <= inlineCharacters && visible(text) === text ? text : inlineData(text)
}

/** A heading of its own, and what stands under it. */
export function section(heading: string, ...paragraphs: readonly string[]): string {
  return [`## ${heading}`, ...paragraphs].join('\n\n')
}

function bounded(text: string, characters: number): string {
  if (text.length <= characters) return text
  const half = Math.floor(characters / 2)
  return `${text.slice(0, half)}… (${text.length - 2 * half} characters left out) …${text.slice(-half)}`.toWellFormed()
}
