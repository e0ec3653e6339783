/** The first error that a command printed, with what follows it: enough to know why it broke off, as data on one line. */
import { stripVTControlCharacters } from 'node:util'
import { bounded } from '../text.ts'

const mostFollowing = 3
const mostCharacters = 600

/** Empty: it printed nothing that says anything. Where no line names an error, the first lines. */
export function firstError(printed: string): string {
  const lines = printed
    .split(/[\r\n]+/)
    .map(plain)
    .filter(isTelling)
  const found = lines.findIndex((line) => namesError.test(line))
  const at = Math.max(0, found)
  const [first] = at > 0 ? lines : []
  const before = first === undefined ? [] : at === 1 ? [first] : [first, '…']
  const around = [...before.map((line) => bounded(line, 200)), ...lines.slice(at, at + 1 + mostFollowing)]
  return bounded(around.join(' / '), mostCharacters)
}

const plain = (line: string): string =>
  stripVTControlCharacters(line)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** `Error: …`, `● Validation Error:`, `[PARSE_ERROR] …`, `MISSING DEPENDENCY …`. */
const namesError = /\b\w*error(?: ?\[\w+\])?:|\[\w+_ERROR\]|cannot find|could not resolve|missing dependency/i

/** Neither a frame of a stack, nor a piece of code with what points at it. */
const isTelling = (line: string): boolean =>
  /[\p{L}\p{N}]/u.test(line) && !/^(at |[│╭╰─┬·|>^]|\d+ ?[│|]|node:internal|\(node:\d+\))/u.test(line)
