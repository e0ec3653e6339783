/** Facts under each other, for people: a name on the left, and beside it lines that fit. */
import { printable } from '../printable.ts'

export interface Fact {
  readonly name: string
  readonly lines: readonly string[]
}

const nameWidth = 12

export function factsText(facts: readonly Fact[], width: number): string {
  return facts.flatMap((fact) => factLines(fact, Math.max(30, width - nameWidth))).join('\n')
}

function factLines({ name, lines }: Fact, width: number): readonly string[] {
  const wrapped = lines.flatMap((line) => wrap(line, width))
  return wrapped.map((line, at) => `${(at === 0 ? name : '').padEnd(nameWidth)}${line}`.trimEnd())
}

/** Breaks at blanks; a word that is longer than a line stands on one of its own. What goes on is set in. */
export function wrap(text: string, width: number): readonly string[] {
  const line = printable(text).replace(/\s*\n\s*/g, ' ')
  const [, lead = ''] = /^( *)/.exec(line) ?? []
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(lead.length).split(' ')) {
    const longer = current === '' ? `${lines.length === 0 ? lead : `${lead}  `}${word}` : `${current} ${word}`
    if (longer.length <= width || current === '') {
      current = longer
      continue
    }
    lines.push(current)
    current = `${lead}  ${word}`
  }
  return [...lines, current]
}

/** The first `most`; how many more there are, and where. */
export function some(lines: readonly string[], most: number, where: string): readonly string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most), `… ${lines.length - most} more: ${where}`]
}
