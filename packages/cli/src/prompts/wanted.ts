/** Which template people mean by what they type. */
import { nearest } from '@sigma/engine/reading'
import { phases } from '@sigma/protocol'
import { type TemplateSpec, templateSpecs } from '@sigma/runtime'
import { noSuchTurn, whichPhase } from './errors.ts'
import { allSpecs } from './own-templates.ts'

export interface Named {
  readonly spec: TemplateSpec
  /** Null: the template was named itself. */
  readonly phase: string | null
  /** Names of templates that the same words fit. */
  readonly others: readonly string[]
}

/** A role and a phase, in any spelling, or the name of a template. Fails with `wrong-command-line`. */
export function specNamed(role: string, phase: string | undefined): Named {
  const named = allSpecs.find(({ name }) => name === role.toLowerCase())
  if (named !== undefined && phase === undefined) return { spec: named, phase: null, others: [] }
  const word = phase === undefined ? undefined : phaseMeant(phase)
  const fitting = templateSpecs.filter(
    (spec) => spec.role === role.toLowerCase() && (word === undefined || spec.phases.includes(word)),
  )
  const [spec, ...others] = fitting
  if (spec !== undefined && word !== undefined) return { spec, phase: word, others: others.map(({ name }) => name) }
  const own = templateSpecs.filter((each) => each.role === role.toLowerCase())
  if (own.length === 0) {
    const known = [...new Set(templateSpecs.map((each) => each.role)), ...allSpecs.map(({ name }) => name)]
    throw noSuchTurn(role, nearest(role, known))
  }
  const known = [...new Set(own.flatMap((each) => each.phases))]
  if (phase === undefined) throw whichPhase(role, known)
  const near = nearest(phase, known)
  throw noSuchTurn(`${role} ${phase}`, near === null ? null : `${role.toLowerCase()} ${near}`)
}

/** `red`, `RED`, `ℜ`, `refactor-tests`, `REFACTOR_TESTS`. */
function phaseMeant(typed: string): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[-_ ]/g, '')
  const found = phases.find(({ word, wire }) => wire === typed || plain(word) === plain(typed))
  return found?.word ?? typed
}
