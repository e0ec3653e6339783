/** The end of what a program wrote to stderr, for whoever reads why it failed: data, in quotes, bounded, on one line. */
import { oneLine, tellingLine } from './heard.ts'
import { shortened } from './shortened.ts'

const mostLines = 5
const mostCharacters = 600

/** A sentence to follow another; empty: it wrote nothing that says anything. */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter(isTelling)
  const end = lines.slice(-mostLines)
  // The beginning of a stack says what the end of it does not.
  const telling = tellingLine(stderr)
  const all = end.includes(telling) || !isTelling(telling) ? end : [telling, '…', ...end]
  return all.length === 0 ? '' : ` The end of its stderr: “${fitting(all).join(' / ')}”`
}

/** Whole lines: by half a secret nobody knows it for one. Of the first and the last that fit, the beginning is kept. */
function fitting([first = '', ...others]: readonly string[]): readonly string[] {
  const kept = [shortened(first, mostCharacters / 2)]
  const last: string[] = []
  let left = mostCharacters - (kept[0]?.length ?? 0)
  for (const line of others.toReversed()) {
    const whole = last.length === 0 ? shortened(line, left - 3) : line
    left -= whole.length + 3
    if (left < 0) break
    last.unshift(whole)
  }
  return [...kept, ...last]
}

/** Neither signs alone nor a lump of encoded bytes, such as a line of a key. */
const isTelling = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && !/^[\w+/=-]{40,}$/.test(line)
