/** What comes from agents, people and files, brought into the form in which it is kept, or refused for its size. */
import { entityUnknown, textTooLong, tooManyAtOnce } from '../errors.ts'
import type { Addition, Entity, Relation } from './graph.ts'
import { mostAtOnce, mostOfName, mostOfText } from './limits.ts'

/** As UTF-8 can have it: half of a pair of surrogates becomes �. Fails with `text-too-long`. */
function kept(what: string, text: string, most: number): string {
  const bytes = Buffer.byteLength(text)
  if (bytes > most) throw textTooLong(what, bytes, most)
  return text.toWellFormed()
}

export const nameOf = (name: string): string => kept('A name', name, mostOfName)
const typeOf = (type: string): string => kept('A type', type, mostOfName)
const textOf = (text: string): string => kept('An observation', text, mostOfText)

export const entityOf = ({ name, entityType, observations }: Entity): Entity => ({
  name: nameOf(name),
  entityType: typeOf(entityType),
  observations: observations.map(textOf),
})

export const relationOf = ({ from, to, relationType }: Relation): Relation => ({
  from: nameOf(from),
  to: nameOf(to),
  relationType: typeOf(relationType),
})

/** A name too long to be kept is that of no entity. */
export function additionOf({ entityName, contents }: Addition): Addition {
  if (Buffer.byteLength(entityName) > mostOfName) throw entityUnknown(entityName)
  return { entityName: entityName.toWellFormed(), contents: contents.map(textOf) }
}

/** Fails with `too-many-at-once`. */
export function bounded<Each>(given: readonly Each[], inside: (each: Each) => readonly unknown[] = () => []): void {
  const count = given.reduce((sum, each) => sum + 1 + inside(each).length, 0)
  if (count > mostAtOnce) throw tooManyAtOnce(count, mostAtOnce)
}
