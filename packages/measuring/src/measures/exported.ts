/** Names and signatures that modules offer, before and after: a refactoring takes none of them away. */
import type { Finding } from '@sigma/protocol'
import { type Declared, type Parameter, unreadable } from '../surface/declared.ts'
import { surfaceOf } from '../surface/surface.ts'
import { importedFile } from '../syntax/resolution.ts'
import { parse } from '../syntax/syntax.ts'
import { listed } from '../text.ts'

/** Source files by path. */
export type Sources = ReadonlyMap<string, string>

export interface ExportChange {
  readonly file: string
  readonly name: string
  /** In words, e.g. `is gone`, `takes 1 parameter less`. */
  readonly how: string
}

/**
 * Exports that the source offered and offers no more. A name that moved to another module counts as there: whoever used it in this
 * project is tested, and the design names interfaces, not files. What shows only when it runs is left alone.
 */
export function exportChanges(before: Sources, after: Sources): readonly ExportChange[] {
  const [earlier, later] = [offersOf(before), offersOf(after)]
  const arrived = [...later].flatMap(([file, { offered }]) =>
    [...offered.values()].flat().filter(({ name }) => !earlier.get(file)?.offered.has(name)),
  )
  return [...earlier].flatMap(([file, { offered }]) =>
    [...offered].flatMap(([name, forms]): readonly ExportChange[] => {
      const now = later.get(file)
      const found = now?.offered.get(name)
      if (found !== undefined) return changed(file, name, forms, found)
      if (now?.isOpaque === true) return []
      const at = arrived.findIndex((each) => each.name === name && changed(file, name, forms, [each]).length === 0)
      if (at < 0) return [{ file, name, how: 'is gone' }]
      arrived.splice(at, 1)
      return []
    }),
  )
}

interface Offers {
  /** Overloads stand one after the other. */
  readonly offered: ReadonlyMap<string, readonly Declared[]>
  readonly isOpaque: boolean
}

function offersOf(sources: Sources): ReadonlyMap<string, Offers> {
  const known = new Map<string, Offers>()
  return new Map([...sources].map(([file]) => [file, offersIn(file, sources, known)]))
}

const unknown: Offers = { offered: new Map(), isOpaque: true }

/** `known` has what was read before; what a module hands back to itself is not known. */
function offersIn(file: string, sources: Sources, known: Map<string, Offers>): Offers {
  const earlier = known.get(file)
  if (earlier !== undefined) return earlier
  known.set(file, unknown)
  const offers = readOffers(file, sources, known)
  known.set(file, offers)
  return offers
}

function readOffers(file: string, sources: Sources, known: Map<string, Offers>): Offers {
  const text = sources.get(file) ?? ''
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return unknown
  const surface = surfaceOf(file, text)
  const links = surface.reExports.flatMap(({ name, original, from }): readonly Declared[] => {
    const target = importedFile(file, from, sources)
    const found = target === null ? [] : (offersIn(target, sources, known).offered.get(original) ?? [])
    return found.length > 0 ? found.map((each) => ({ ...each, name })) : [unreadable(name)]
  })
  const offered: Declared[] = [...surface.exports, ...links]
  let { isOpaque } = surface
  for (const node of program.body) {
    if (node.type !== 'ExportAllDeclaration') continue
    if (node.exported !== null) {
      offered.push(unreadable(node.exported.type === 'Identifier' ? node.exported.name : 'default'))
      continue
    }
    const target = importedFile(file, node.source.value, sources)
    const others = target === null ? null : offersIn(target, sources, known)
    isOpaque ||= others === null || others.isOpaque
    offered.push(...[...(others?.offered.values() ?? [])].flat().filter(({ name }) => name !== 'default'))
  }
  return { offered: Map.groupBy(offered, ({ name }) => name), isOpaque }
}

/** An overload, or a name that is declared twice, is unchanged if one of its declarations stands as it did. */
function changed(
  file: string,
  name: string,
  before: readonly Declared[],
  after: readonly Declared[],
): readonly ExportChange[] {
  const hows = before.flatMap((one) => {
    const found = after.map((other) => differenceOf(one, other))
    return found.includes(null) ? [] : [found[0] ?? 'is another']
  })
  return hows.length === 0 ? [] : [{ file, name, how: listed([...new Set(hows)], 3) }]
}

/** In words; null: whoever used the one can use the other, or nobody can tell. */
function differenceOf(before: Declared, after: Declared): string | null {
  if (before.kind === 'unreadable' || after.kind === 'unreadable') return null
  if (before.kind !== after.kind) return `is a ${after.kind} and was a ${before.kind}`
  if (before.kind === 'function')
    return parametersOf(before.parameters, after.parameters) ?? typesOf('gives', before.type, after.type)
  const members = before.members.filter(({ name }) => !name.startsWith('_'))
  for (const member of members) {
    const candidates = after.members.filter(({ name }) => name === member.name)
    if (candidates.length === 0 && after.members.length > 0) return `has no ${member.name}`
    const found = candidates.map((each) => differenceOf(member, each))
    if (found.length > 0 && !found.includes(null)) return `${found[0]} (${member.name})`
  }
  return typesOf('is', before.type, after.type)
}

function parametersOf(before: readonly Parameter[], after: readonly Parameter[]): string | null {
  const takes = (count: number, what: string): string =>
    `takes ${count} ${count === 1 ? 'parameter' : 'parameters'} ${what}`
  const gathers = after.some(({ isRest }) => isRest)
  if (after.length < before.length && !gathers) return takes(before.length - after.length, 'less')
  const added = after.slice(before.length).filter(({ isOptional, isRest }) => !isOptional && !isRest)
  if (added.length > 0 && !before.some(({ isRest }) => isRest)) return takes(added.length, 'more')
  for (const [at, one] of before.entries()) {
    const other = after[at]
    if (other === undefined || other.isRest || one.isRest) continue
    if (one.isOptional && !other.isOptional && one.type !== null && other.type !== null) return `needs ${other.name}`
    const types = typesOf(`takes as ${other.name}`, one.type, other.type)
    if (types !== null) return types
  }
  return null
}

const builtIn =
  /\b(string|number|boolean|bigint|symbol|unknown|null|undefined|void|never|any|object|Promise|Array|ReadonlyArray|Map|Set|Date|RegExp|readonly)\b/g

/** A type under a name of the project's may well be the same in other words. */
function typesOf(what: string, before: string | null, after: string | null): string | null {
  if (before === null || after === null || before === after) return null
  const isPlain = (type: string): boolean =>
    !/[A-Za-z_$]/.test(type.replace(builtIn, '').replace(/'[^']*'|[\w$]+\??:/g, ''))
  return isPlain(before) && isPlain(after) ? `${what} ${after} and ${before} before` : null
}

export const exportFindings = (changes: readonly ExportChange[]): readonly Finding[] =>
  changes.map(({ file, name, how }) => ({
    rule: 'export-changed',
    message: `${name} of ${file} ${how}.`,
    remedy: `Let ${file} offer ${name} as it did, if from another module by \`export { ${name} } from …\`; a change of what is offered is a matter of the design.`,
  }))

/**
 * How the exports of one file differ, wherever else a name may be offered now; a name that came is a difference, too. Null: what
 * the file exports cannot be told, or only when it runs.
 */
export function surfaceChanges(file: string, before: Sources, after: Sources): readonly ExportChange[] | null {
  const [earlier, later] = [offersIn(file, before, new Map()), offersIn(file, after, new Map())]
  const isKnown = ({ offered, isOpaque }: Offers): boolean => !isOpaque || offered.size > 0
  if (earlier.isOpaque !== later.isOpaque || !isKnown(earlier) || !isKnown(later)) return null
  const names = [...new Set([...earlier.offered.keys(), ...later.offered.keys()])]
  return names.flatMap((name) => {
    const [was, is] = [earlier.offered.get(name), later.offered.get(name)]
    if (was === undefined) return [{ file, name, how: 'is new' }]
    return is === undefined ? [{ file, name, how: 'is gone' }] : changed(file, name, was, is)
  })
}

/** Files of the project whose exports this one hands on. */
export function handedOn(file: string, text: string, files: { has(path: string): boolean }): readonly string[] {
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return []
  const whole = program.body.flatMap((node) => (node.type === 'ExportAllDeclaration' ? node.source.value : []))
  const named = surfaceOf(file, text).reExports.map(({ from }) => from)
  return [...new Set([...whole, ...named])].flatMap((from) => importedFile(file, from, files) ?? [])
}
