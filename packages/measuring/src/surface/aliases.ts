/** Names that a file gives to types: a type is the same by its name and as it is written out. */
import type { Directive, Statement } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'
import { type Declared, declaredBy, tidy } from './declared.ts'

/** What each name stands for, as written; without those that take parameters. */
export type Aliases = ReadonlyMap<string, string>

export function aliasesIn(body: readonly (Directive | Statement)[], text: string): Aliases {
  return new Map(
    body.flatMap((node) => {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (declared?.type !== 'TSTypeAliasDeclaration' || declared.typeParameters != null) return []
      const { start, end } = declared.typeAnnotation
      return [[declared.id.name, text.slice(start, end)] as const]
    }),
  )
}

/** Null: the type is no function's. */
export function functionTyped(name: string, type: string): Declared | null {
  const code = `declare const ${name}: ${type}`
  const { program, errors } = parse('type.ts', code)
  const [first] = errors.length > 0 ? [] : program.body.flatMap((node) => declaredBy(node, code))
  return first?.kind === 'function' ? first : null
}

/** The same with each name of a type replaced by what it stands for. */
export function spelledOut(declared: Declared, aliases: Aliases): Declared {
  const meant = declared.type === null ? undefined : aliases.get(declared.type)
  const asFunction = declared.kind === 'value' && meant !== undefined ? functionTyped(declared.name, meant) : null
  const known = asFunction ?? declared
  return {
    ...known,
    type: known.type === null ? null : spelled(known.type, aliases),
    parameters: known.parameters.map((each) => ({
      ...each,
      type: each.type === null ? null : spelled(each.type, aliases),
    })),
    members: declared.members.map((each) => spelledOut(each, aliases)),
  }
}

/** Texts in quotes, and names that are no property, no parameter and no generic. */
const token = /'(?:[^'\\]|\\.)*'|`[^`]*`|(?<![\w$.])[A-Za-z_$][\w$]*(?![\w$.<(]|\??:)/g

const mostLevels = 10
const mostAdded = 10_000

/** As far as it stays short: types may name each other without end, and each may name the next a thousand times. */
function spelled(type: string, aliases: Aliases): string {
  let text = type
  let room = mostAdded
  const writtenOut = (name: string, at: number, whole: string): string => {
    const meant = aliases.get(name)
    if (meant === undefined || meant.length > room) return name
    room -= meant.length
    const plain = tidy(meant)
    const isInOperation = /[|& ]/.test(whole.charAt(at - 1)) || /[|&[ ]/.test(whole.charAt(at + name.length))
    return isInOperation && !/^(?:[\w$.]+|\{[^{}]*\}|'[^']*')$/.test(plain) ? `(${plain})` : plain
  }
  for (let level = 0; level < mostLevels; level += 1) text = text.replace(token, writtenOut)
  return text
}
