/** What an answer has to name, and how: `<name>: <what is wrong>`, several apart by line ends, `;` or `§` (DPTR-105). */
import type { Finding } from '@sigma/protocol'

/** What quality is asked of; an answer that it failed names at least one of these. */
export const qualityItems = [
  'correctness',
  'errors',
  'tests',
  'names',
  'structure',
  'duplication',
  'documentation',
  'security',
  'performance',
] as const

export interface Named {
  readonly name: string
  readonly what: string
}

/** What the words name of these; what follows with no name of its own belongs to what was named before it. */
export function namedIn(message: string, names: readonly string[]): readonly Named[] {
  const longestFirst = names.toSorted((left, right) => right.length - left.length)
  const found: Named[] = []
  for (const part of message.split(/[;§\n]/)) {
    const text = bare(part)
    const name = longestFirst.find((each) => begins(text, each))
    const last = found.at(-1)
    if (name !== undefined) found.push({ name, what: bare(text.slice(name.length)).slice(1).trim() })
    else if (last !== undefined && text !== '') found[found.length - 1] = { ...last, what: `${last.what}; ${text}` }
  }
  return found.filter(({ what }) => /\p{L}{2}/u.test(what))
}

const bare = (text: string): string => text.replace(/^[\s#*"'`“”‘’-]+/u, '').trim()

const begins = (text: string, name: string): boolean =>
  name !== '' &&
  text.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
  bare(text.slice(name.length)).startsWith(':')

export const asDeviation = ({ name, what }: Named): Finding => ({
  rule: 'deviation',
  message: `${name}: ${what}`,
  remedy: `Bring it back to what the design says under "${name}", or have the design changed.`,
})

export const asQuality = ({ name, what }: Named): Finding => ({
  rule: 'quality',
  message: `${name}: ${what}`,
  remedy: 'Have it put right, then review again.',
})

/** Why the answer is not taken, for whoever gave it. */
export function unnamed(code: 'DF' | 'QF', sections: readonly string[]): Finding {
  const [what, names] =
    code === 'DF' ? ['section of the design', sections.slice(0, 30)] : ['quality item that failed', qualityItems]
  return {
    rule: code === 'DF' ? 'deviation-unnamed' : 'quality-unnamed',
    message: `→${code} names no ${what}.`,
    remedy: `Write "<name>: <what is wrong>" for at least one of: ${names.join(', ')}.`,
  }
}
