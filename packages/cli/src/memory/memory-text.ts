import type { Entity, KnownEntity, Page, Relation } from '@sigma/memory'
import { printableLine } from '../printable.ts'
import { columns, counted, indent } from '../render/columns.ts'

/** A line for each entity. */
export const entitiesText = (entities: readonly Entity[], width: number): string =>
  columns(
    entities.map(({ name, entityType, observations }) => [
      printableLine(name, 40),
      printableLine(entityType, 20),
      printableLine(observations.at(-1) ?? '', Math.max(20, width - 66)),
    ]),
  ).join('\n')

/** What was found, each with the observations in which the text stands. */
export function foundText({ entities, relations }: Pick<Page, 'entities' | 'relations'>, text: string): string {
  const looked = text.toLowerCase()
  return [
    ...entities.flatMap(({ name, entityType, observations }) => [
      `${printableLine(name)} (${printableLine(entityType)})`,
      ...observations.filter((each) => each.toLowerCase().includes(looked)).map((each) => indent(printableLine(each))),
    ]),
    ...relations.map(relationText),
  ].join('\n')
}

export function knownText({ name, entityType, by, at, observations, relations }: KnownEntity): string {
  return [
    `${printableLine(name)} (${printableLine(entityType)}), by ${printableLine(by)}, ${at}`,
    ...(observations.length === 0 ? ['Nothing is known of it.'] : []),
    ...observations.flatMap((each) => ['', `${each.at}  ${printableLine(each.by)}`, indent(each.text)]),
    ...(relations.length === 0 ? [] : ['', `${counted(relations.length, 'relation')}:`]),
    ...relations.map((each) => indent(relationText(each))),
  ].join('\n')
}

const relationText = ({ from, to, relationType }: Relation): string =>
  `${printableLine(from)} → ${printableLine(relationType)} → ${printableLine(to)}`
