/** Pieces of drafts. What others wrote stays data: it begins no heading, no fence, no mark and no reference. */
import { sha256 } from '@sigma/engine/reading'

/** What a draft is made of, in order. */
export interface Part {
  readonly heading: string
  /** What it was drafted from; null: it is yet to be written, and nothing was drafted. */
  readonly from: string | null
  readonly lines: readonly string[]
}

/** Bears a mark where any of its parts was drafted, which a person takes away who has looked at it. */
export function draftText(title: string, parts: readonly Part[]): string {
  const body = parts.flatMap(({ heading, from, lines }) => [
    '',
    `## ${heading}`,
    '',
    ...(from === null ? [] : [`*Drafted from ${from}.*`, '']),
    ...lines,
  ])
  const text = `${body.join('\n')}\n`
  const mark = parts.some(({ from }) => from !== null) ? `\n${markOf(text)}\n` : ''
  return `# ${title}\n${mark}${text}`
}

/** What a part says while nobody has written it. */
export const toWrite = (what: string): string => `_To be written: ${what}_`

const form = /^# [^\n]*\n\n<!-- sigma:drafted ([0-9a-f]{16}) -->[^\n]*\n/

const markOf = (body: string): string =>
  `<!-- sigma:drafted ${hashOf(body)} --> *Drafted by sigma init. Check each part, then take this line away.*`

const hashOf = (body: string): string => sha256(body).slice(0, 16)

/** True: nobody has changed it since it was drafted. */
export function isUntouched(text: string): boolean {
  const [head, hash] = form.exec(text) ?? []
  return head !== undefined && hash === hashOf(text.slice(head.length))
}

/** True: the line that says so is still there. */
export const isDraft = (text: string): boolean => /^<!-- sigma:drafted\b/m.test(text)

const longest = 160

/** A text within a line. */
export function inline(text: string): string {
  const characters = [...plain(text)]
  const short = characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`
  return short.replace(/[\\`*[\]<>|~#!]/g, '\\$&')
}

/** A name, or a path, as code. */
export const code = (text: string): string => {
  const name = plain(text).replaceAll('`', 'ʼ').slice(0, longest)
  return name === '' ? '``' : `\`${name}\``
}

/** A text of several lines. */
export const quoted = (text: string): readonly string[] =>
  text.split(/\r\n|\n|\r/u).map((line) => `> ${inline(line)}`.trimEnd())

const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()

const most = 30

/** A list that is no longer than people read. */
export const listOf = (items: readonly string[]): readonly string[] => [
  ...items.slice(0, most).map((item) => `- ${item}`),
  ...(items.length > most ? [`- and ${items.length - most} more`] : []),
]
