/** Texts of others in GitHub's Markdown. */
import { printableLine } from '../printable.ts'

/** Text in which no character has a meaning of its own. What stands behind `@` and `#` is neither told nor linked. */
export const plain = (text: string, width = 600): string =>
  printableLine(text, width)
    .replace(
      /[\\`*_{}[\]<>&|~!:$#@]/g,
      (mark) => `&#${mark.charCodeAt(0)};${mark === '@' || mark === '#' ? '&#8203;' : ''}`,
    )
    .replace(/www\./gi, (word) => `${word.slice(0, 3)}&#46;`)

export const code = (text: string): string => `<code>${plain(text, 200)}</code>`
