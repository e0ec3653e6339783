/** A sentence that was typed without quotes, where a command takes one argument. */
import type { KitCommand } from '@sigma/engine'
import { shellWord } from '../printable.ts'
import { kebab } from './argument-problem.ts'

/** A sentence that was typed word by word: what its command calls it, and as a hint the command line with the quotes. */
export interface Quoted {
  readonly sentence: string
  readonly hint: string
}

/** So much of a sentence is told in a hint. */
const most = 200

/** Null: the command takes no sentence. */
export function quotedWords({ name, flags, does }: KitCommand, args: readonly string[]): Quoted | null {
  const sentence = does.kind === 'begins' ? does.argument.sentence : undefined
  if (sentence === undefined) return null
  const valued = Object.entries(flags).flatMap(([flag, { kind }]) => (kind === 'boolean' ? [] : [`--${kebab(flag)}`]))
  const { words, given } = parted(args.slice(1), new Set(valued))
  const said = words.join(' ')
  const told = said.length > most ? `${said.slice(0, most)}…` : said
  return { sentence, hint: [`sigma ${name} ${quotes(told)}`, ...given.map(shellWord)].join(' ') }
}

interface Parted {
  readonly words: readonly string[]
  /** Flags, with their values. */
  readonly given: readonly string[]
}

/** `valued`: flags whose value is the next word. */
function parted(args: readonly string[], valued: ReadonlySet<string>): Parted {
  const [words, given]: [string[], string[]] = [[], []]
  const end = args.indexOf('--')
  const before = end < 0 ? args : args.slice(0, end)
  before.forEach((arg, at) => {
    const isValue = at > 0 && valued.has(kebab(before[at - 1] ?? ''))
    if (isValue || /^-./.test(arg)) given.push(arg)
    else words.push(arg)
  })
  return { words: end < 0 ? words : [...words, ...args.slice(end + 1)], given }
}

/** Double quotes, as most people type them, where the shell changes nothing within them. */
const quotes = (text: string): string => (/["$`\\!]/.test(text) ? shellWord(text) : `"${text}"`)
