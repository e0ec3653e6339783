/** Sections of a file of a memory bank, as references name them: headings, and what bears an id such as `R3`. */
import type { ProseLine } from './prose.ts'

export interface Section {
  readonly line: number
  /** Words of a heading, without signs and marks, in small letters; empty: it is an item. */
  readonly words: readonly string[]
  /** `R3`; null: it bears no id. */
  readonly id: string | null
}

export function sectionsIn(prose: readonly ProseLine[]): readonly Section[] {
  return prose.flatMap(({ line, text }) => {
    const heading = /^ {0,3}#{1,6}[ \t]+(.*)$/u.exec(text)?.[1]
    const item = heading ?? /^\s*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|\|[ \t]*)(.*)$/u.exec(text)?.[1]
    if (item === undefined) return []
    const id = idAtBeginning(item)
    if (heading === undefined && id === null) return []
    return [{ line, words: heading === undefined ? [] : wordsOf(heading), id }]
  })
}

/** Sections of a file, as they are looked up. */
export interface SectionIndex {
  readonly ids: ReadonlySet<string>
  /** Headings by each of their words. */
  readonly byWord: ReadonlyMap<string, readonly Section[]>
}

export function indexOf(sections: readonly Section[]): SectionIndex {
  const byWord = new Map<string, Section[]>()
  for (const section of sections) for (const word of new Set(section.words)) put(byWord, word, section)
  return { ids: new Set(sections.flatMap(({ id }) => id ?? [])), byWord }
}

function put(byWord: Map<string, Section[]>, word: string, section: Section): void {
  const there = byWord.get(word)
  if (there === undefined) byWord.set(word, [section])
  else there.push(section)
}

/** Whether a section is meant: one with this id, or a heading that holds the words in a row, `Status` as `Project Status`. */
export function hasSection({ ids, byWord }: SectionIndex, name: string): boolean {
  const id = idOf(name)
  if (id !== null) return ids.has(id)
  const wanted = wordsOf(name)
  const [first] = wanted
  return first !== undefined && (byWord.get(first) ?? []).some(({ words }) => holds(words, wanted))
}

/** `R3`, also of `R₃`; null: it is none. */
function idOf(text: string): string | null {
  const [, digits] = /^R([0-9₀-₉]{1,6})$/u.exec(text.trim()) ?? []
  return digits === undefined ? null : `R${Number(plain(digits))}`
}

function idAtBeginning(text: string): string | null {
  const [, id] = /^(?:\*\*|__|\[|`)*(R[0-9₀-₉]{1,6})(?=$|[\s:.)\]*_`|,;–—-])/u.exec(text) ?? []
  return id === undefined ? null : idOf(id)
}

const plain = (digits: string): string =>
  digits.replace(/[₀-₉]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x2080))

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const holds = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((_, at) => wanted.every((word, offset) => words[at + offset] === word))
