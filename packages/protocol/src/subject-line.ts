/** The subject of a commit: one line that fits where people and tools show subjects. */
const most = 72

/** `title` is data, e.g. of a plan: of a long one the end is left out. */
export function subjectLine(kind: string, title: string, after: string): string {
  const [before, behind] = [`${kind}: `, after === '' ? '' : ` (${after})`]
  const room = Math.max(10, most - before.length - behind.length)
  return `${before}${fitting(plain(title), room)}${behind}`
}

/** Without line ends, and without what a terminal would obey or turn around. */
function plain(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** Whole characters, at most so many of them. */
function fitting(text: string, room: number): string {
  const characters = [...text]
  return characters.length <= room
    ? text
    : `${characters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`
}
