/** Which template people mean by what they type. */
import { nearest } from '@sigma/engine/reading'
import { phases } from '@sigma/protocol'
import { noSuchTurn, whichPhase } from './errors.ts'
import { type Row, rows, templateNames } from './rows.ts'

export interface NamedRow {
  readonly row: Row
  /** Null: the template was named itself. */
  readonly phase: string | null
  /** Names of templates that the same words fit. */
  readonly others: readonly string[]
}

/** A role and a phase, in any spelling, or the name of a template. Fails with `wrong-command-line`. */
export function rowNamed(role: string, phase: string | undefined): NamedRow {
  const named = rows.find(({ template }) => template.name === role.toLowerCase())
  if (named !== undefined && phase === undefined) return { row: named, phase: null, others: [] }
  const own = rows.filter(({ of }) => of?.task.role.toLowerCase() === role.toLowerCase())
  const known = [...new Set(own.flatMap(phasesIn))]
  const word = phase === undefined ? undefined : phaseMeant(phase, known)
  const [row, ...others] = word === undefined ? [] : own.filter((each) => phasesIn(each).includes(word))
  if (row !== undefined && word !== undefined)
    return { row, phase: word, others: others.map(({ template }) => template.name) }
  if (own.length === 0) {
    const roles = new Set(rows.flatMap(({ of }) => of?.task.role ?? []))
    throw noSuchTurn(role, nearest(role, [...roles, ...templateNames]))
  }
  if (phase === undefined) throw whichPhase(role, known)
  const near = nearest(phase, known)
  throw noSuchTurn(`${role} ${phase}`, near === null ? null : `${role.toLowerCase()} ${near}`)
}

export function phasesIn({ of }: Row): readonly string[] {
  return of?.task.phases ?? []
}

/** The phase by its word or code, in any case of letters: `red`, `RED`, `ℜ`, `refactor-tests`, `REFACTOR_TESTS`. */
function phaseMeant(typed: string, known: readonly string[]): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_ ]/g, '')
  const coded = phases.find(({ wire }) => wire === typed)?.word
  return coded ?? known.find((word) => plain(word) === plain(typed)) ?? typed
}
