import type { Declared, Parameter } from './declared.ts'

/** How the source departs from the design, in sentences; empty: not at all. */
export function differences(designed: Declared, found: Declared): readonly string[] {
  if (designed.kind === 'function' && found.kind === 'function') return functions(designed, found)
  if (designed.kind === 'class' && found.kind === 'class')
    return designed.members.flatMap((each) => member(each, found))
  if (found.kind === 'function' && isNamedType(designed)) return []
  if (designed.kind !== found.kind) return [`${designed.name} is a ${found.kind}, designed as a ${designed.kind}`]
  return [
    ...types(designed.name, designed.type, found.type),
    ...designed.members.flatMap((each) => member(each, found)),
  ]
}

/** `shout: Transform` may well be a function: what the name stands for is not looked up. */
const isNamedType = ({ kind, type }: Declared): boolean =>
  kind === 'value' && type !== null && /^[A-Z][\w$.]*(<.*>)?$/.test(type)

function member(designed: Declared, owner: Declared): readonly string[] {
  const candidates = owner.members.filter((each) => each.name === designed.name)
  if (candidates.length === 0) return [`${owner.name} has no ${designed.name}`]
  const found = candidates.map((each) => (each.kind === 'unreadable' ? [] : differences(designed, each)))
  return found.some((each) => each.length === 0) ? [] : (found[0] ?? []).map((each) => `in ${owner.name}: ${each}`)
}

function functions(designed: Declared, found: Declared): readonly string[] {
  const shown = signature(found)
  if (designed.parameters.length !== found.parameters.length || !sameNames(designed.parameters, found.parameters)) {
    return [`${shown} is there, designed as ${signature(designed)}`]
  }
  return [
    ...designed.parameters.flatMap((parameter, at) => {
      const other = found.parameters[at]
      if (other === undefined) return []
      const wrong = types(`${designed.name}'s ${parameter.name}`, parameter.type, other.type)
      const required = parameter.isOptional && !other.isOptional && parameter.type !== null && other.type !== null
      return required ? [...wrong, `${designed.name}'s ${parameter.name} is required, designed as optional`] : wrong
    }),
    ...types(`the result of ${designed.name}`, designed.type, found.type),
  ]
}

/** A leading underscore marks what a first interface does not use yet; a pattern may stand for any name. */
function sameNames(designed: readonly Parameter[], found: readonly Parameter[]): boolean {
  return designed.every((parameter, at) => {
    const other = found[at]
    if (other === undefined || parameter.isRest !== other.isRest) return false
    if (parameter.isPattern || other.isPattern) return true
    return parameter.name.replace(/^_+/, '') === other.name.replace(/^_+/, '')
  })
}

/** Compared only where both sides write one. */
const types = (what: string, designed: string | null, found: string | null): readonly string[] =>
  designed === null || found === null || designed === found
    ? []
    : [`${what} has type ${found}, designed as ${designed}`]

const signature = ({ name, parameters }: Declared): string =>
  `${name}(${parameters.map((each) => `${each.isRest ? '...' : ''}${each.name}`).join(', ')})`
