/** Which parts of a file are as they were: whoever changed the rest of it does not answer for them. */
import { Visitor } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'

/** Offsets in UTF-16 units; the end is not part of it. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Functions, members of classes and whole top-level statements of `now` that `before` has with the same text and under
 * the same names. Of copies, none is left out once there are more than before: they would hide behind the old one.
 * Nothing is unchanged in a file that cannot be read.
 */
export function unchanged(file: string, before: string, now: string): readonly Range[] {
  const earlier = piecesOf(file, before)
  return [...piecesOf(file, now)]
    .filter(([key, places]) => places.length <= (earlier.get(key)?.length ?? 0))
    .flatMap(([, places]) => places)
}

/** By the names around a piece and its text. */
function piecesOf(file: string, text: string): ReadonlyMap<string, readonly Range[]> {
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return new Map()
  const pieces = new Map<string, Range[]>()
  const names: string[] = []
  const add = ({ start, end }: Range): void => {
    const key = JSON.stringify([...names, text.slice(start, end)])
    const known = pieces.get(key) ?? []
    if (!known.some((place) => place.start === start)) pieces.set(key, [...known, { start, end }])
  }
  const enter = (name: Range | null): void => void names.push(name === null ? '' : text.slice(name.start, name.end))
  const leave = (): void => void names.pop()
  const addAndEnter = (node: Range & { readonly id: Range | null }): void => {
    add(node)
    enter(node.id)
  }
  /** A member's name is all that is written before its value: `static async load`. */
  const addMember = (node: Range & { readonly value: Range | null }): void => {
    add(node)
    enter({ start: node.start, end: node.value?.start ?? node.end })
  }
  program.body.forEach(add)
  new Visitor({
    FunctionDeclaration: addAndEnter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: addAndEnter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: add,
    MethodDefinition: addMember,
    'MethodDefinition:exit': leave,
    PropertyDefinition: addMember,
    'PropertyDefinition:exit': leave,
    StaticBlock: add,
    Property: addMember,
    'Property:exit': leave,
    ClassDeclaration: ({ id }) => enter(id),
    'ClassDeclaration:exit': leave,
    ClassExpression: ({ id }) => enter(id),
    'ClassExpression:exit': leave,
    VariableDeclarator: ({ id }) => enter(id),
    'VariableDeclarator:exit': leave,
    AssignmentExpression: ({ left }) => enter(left),
    'AssignmentExpression:exit': leave,
  }).visit(program)
  return pieces
}
