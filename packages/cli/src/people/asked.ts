/** Turns that wait for people, as they are found by what somebody types. */
import { type AskedPerson, askedIn, nearest, type Reader, workName } from '@sigma/engine/reading'
import { effectOfAttempt } from '@sigma/protocol/attempts'
import { nobodyAsked, noSuchTurn, severalAsked } from './errors.ts'

/** Oldest first; of a run those of all that belong to it. */
export function allAsked(reader: Reader, run?: string): readonly AskedPerson[] {
  const runs = run === undefined ? reader.runs() : reader.family(run).map((each) => reader.run(each))
  return runs
    .flatMap((view) => (view === null ? [] : askedIn(view, reader.notes(view.run))))
    .sort((a, b) => (a.askedAt < b.askedAt ? -1 : 1))
}

export interface NamedTurn {
  readonly turn: AskedPerson
  /** What was typed beside its name. */
  readonly rest: readonly string[]
}

/**
 * The turn that the words are about: the one that the first of them names (`C1.red`, `<run>/C1.red`, also with the
 * number of an attempt that is over), or the only one. Fails with `not-asked`, `ambiguous-turn`; with `nobody-asked`
 * also where only decisions wait.
 */
export function turnNamed(asked: readonly AskedPerson[], words: readonly string[], decisions = 0): NamedTurn {
  const [first = '', ...rest] = words
  const [only, ...others] = asked
  if (only === undefined) throw nobodyAsked(decisions)
  const named = matching(asked, first)
  const [one, ...more] = named
  const names = (turns: readonly AskedPerson[]): readonly string[] => turns.map(nameOf)
  if (one !== undefined && more.length === 0) return { turn: one, rest }
  if (one !== undefined) throw severalAsked(names(named), rest.join(' '))
  if (isMeantAsName(first, rest, asked)) throw noSuchTurn(first, names(asked), nearestOf(first, asked)?.full ?? null)
  if (others.length > 0) throw severalAsked(names(asked), words.join(' '))
  return { turn: only, rest: words }
}

/** `C9.red`, `shop/red`; a word before a code; or one that is more like a name than like a code. */
function isMeantAsName(word: string, [next = '']: readonly string[], asked: readonly AskedPerson[]): boolean {
  const codes = asked.flatMap((turn) => turn.codes)
  if (word.includes('→') || codes.includes(word)) return false
  if (/[./]/.test(word) || codes.includes(next)) return true
  const near = nearestOf(word, asked)
  return near !== null && nearest(word, [...codes, near.short]) === near.short
}

/** The turn whose name, with its run or without it, is most like the word. */
function nearestOf(
  word: string,
  asked: readonly AskedPerson[],
): { readonly short: string; readonly full: string } | null {
  const names = asked.flatMap((turn) => [turn.name, nameOf(turn)].map((short) => ({ short, full: nameOf(turn) })))
  const near = nearest(
    word,
    names.map(({ short }) => short),
  )
  return names.find(({ short }) => short === near) ?? null
}

function matching(asked: readonly AskedPerson[], word: string): readonly AskedPerson[] {
  const plain = effectOfAttempt(word).toLowerCase()
  if (plain === '') return []
  const of = (text: string): boolean => text.toLowerCase() === plain
  return asked.filter(({ run, name, id, at }) =>
    [run, ...[name, id, workName(at)].flatMap((each) => [each, `${run}/${each}`])].some(of),
  )
}

export const nameOf = ({ run, name }: Pick<AskedPerson, 'run' | 'name'>): string => `${run}/${name}`
