/**
 * What a program printed before it ended says why in one line: the first that names an error, else the last. Whole lines
 * only: half a secret would not be known for one.
 */
export function tellingLine(printed: string): string {
  const lines = printed.split(/[\r\n]+/).map(oneLine)
  return lines.find((line) => namesError.test(line)) ?? lines.findLast((line) => line !== '') ?? ''
}

/** `Error: …`, `error: …`, `TypeError: …`, `Error [ERR_MODULE_NOT_FOUND]: …`. */
const namesError = /\w*error(?: ?\[\w+\])?: \S/i

/** Without what a terminal would obey (T17). */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
    .replace(/\u001b\[[\d;]*m/g, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
