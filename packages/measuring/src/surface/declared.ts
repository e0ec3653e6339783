/** Declarations of a piece of code, read from its syntax: the same for the design's words and for the source. */
import type {
  ArrowFunctionExpression,
  BindingPattern,
  Class,
  ClassElement,
  Expression,
  Function as FunctionNode,
  Node,
  ParamPattern,
  TSTypeAnnotation,
} from 'oxc-parser'
import { keyName } from '../asserted/tree.ts'

export interface Declared {
  readonly name: string
  /** `unreadable`: it is there, but what it is shows only when it runs, e.g. the result of a call. */
  readonly kind: 'function' | 'class' | 'value' | 'type' | 'unreadable'
  readonly parameters: readonly Parameter[]
  /** The type of a function's result, or of a value; null when none is written. */
  readonly type: string | null
  /** Methods of a class, its constructor included; properties of an object. */
  readonly members: readonly Declared[]
}

export interface Parameter {
  /** As written for a pattern. */
  readonly name: string
  readonly isPattern: boolean
  readonly isRest: boolean
  readonly isOptional: boolean
  readonly type: string | null
}

const plain = (name: string, kind: Declared['kind'], type: string | null = null): Declared => ({
  name,
  kind,
  parameters: [],
  type,
  members: [],
})

export const unreadable = (name: string): Declared => plain(name, 'unreadable')

/** Declarations of a statement, with or without `export`; none where it declares nothing. */
export function declaredBy(node: Node, text: string): readonly Declared[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
    case 'TSEmptyBodyFunctionExpression':
      return [functionOf(node.id?.name ?? 'default', node, text)]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return [classOf(node.id?.name ?? 'default', node, text)]
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id, init }) => {
        if (id.type !== 'Identifier') return namesIn(id).map(unreadable)
        const type = typeOf(id.typeAnnotation, text)
        const value = init === null ? plain(id.name, 'value') : asValue(id.name, init, text)
        return [type === null ? value : typed(value, type, id.typeAnnotation, text)]
      })
    case 'TSInterfaceDeclaration':
      return [plain(node.id.name, 'type', writtenIn(node.body, text))]
    case 'TSTypeAliasDeclaration':
      return [plain(node.id.name, 'type', writtenIn(node.typeAnnotation, text))]
    case 'TSModuleDeclaration':
      return node.id.type === 'Identifier' ? [unreadable(node.id.name)] : []
    case 'TSImportEqualsDeclaration':
      return [unreadable(node.id.name)]
    case 'TSEnumDeclaration':
      return [plain(node.id.name, 'value', writtenIn(node.body, text))]
    default:
      return []
  }
}

/** Names that a pattern declares, as in `const { a, b: [c] } = make()`. */
function namesIn(pattern: BindingPattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.type === 'RestElement' ? each.argument : each.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) =>
        each === null ? [] : namesIn(each.type === 'RestElement' ? each.argument : each),
      )
  }
}

/** Describes an expression under a name. */
export function asValue(name: string, node: Node, text: string): Declared {
  switch (node.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionOf(name, node, text)
    case 'ClassExpression':
      return classOf(name, node, text)
    case 'ObjectExpression':
      return { ...plain(name, 'value'), members: propertiesOf(node.properties, text) }
    case 'Literal':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'UnaryExpression':
    case 'BinaryExpression':
      return plain(name, 'value')
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return asValue(name, node.expression, text)
    default:
      return unreadable(name)
  }
}

function functionOf(name: string, node: FunctionNode | ArrowFunctionExpression, text: string): Declared {
  const parameters = node.params.flatMap((parameter) => parameterOf(parameter, text))
  return { name, kind: 'function', parameters, type: typeOf(node.returnType, text), members: [] }
}

function classOf(name: string, node: Class, text: string): Declared {
  return { ...plain(name, 'class'), members: node.body.body.flatMap((member) => memberOf(member, text)) }
}

function memberOf(member: ClassElement, text: string): readonly Declared[] {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature' || member.computed) return []
  if (member.key.type !== 'Identifier') return []
  const { name } = member.key
  if ('kind' in member) {
    if (member.kind === 'get' || member.kind === 'set') return [plain(name, 'value')]
    return [functionOf(name, member.value, text)]
  }
  const value = member.value === null ? plain(name, 'value') : asValue(name, member.value, text)
  const type = typeOf(member.typeAnnotation, text)
  return [type === null ? value : typed(value, type, member.typeAnnotation, text)]
}

export function propertiesOf(
  properties: Extract<Expression, { type: 'ObjectExpression' }>['properties'],
  text: string,
): readonly Declared[] {
  return properties.flatMap((property) => {
    const name = property.type === 'Property' ? keyName(property.key, property.computed) : null
    if (property.type !== 'Property' || name === null) return []
    if (property.kind !== 'init') return [plain(name, 'value')]
    return [asValue(name, property.value, text)]
  })
}

/** A value whose written type is a function's counts as that function. */
function typed(value: Declared, type: string, annotation: TSTypeAnnotation | null | undefined, text: string): Declared {
  const written = annotation?.typeAnnotation
  // The type of a function is not the type of its result.
  if (written?.type !== 'TSFunctionType')
    return value.kind === 'function' ? value : { ...value, type: value.type ?? type }
  const parameters = written.params.flatMap((parameter) => parameterOf(parameter, text))
  return { ...value, kind: 'function', parameters, type: typeOf(written.returnType, text) }
}

function parameterOf(node: ParamPattern, text: string): readonly Parameter[] {
  if (node.type === 'TSParameterProperty') return parameterOf(node.parameter, text)
  if (node.type === 'AssignmentPattern') {
    return parameterOf(node.left, text).map((parameter) => ({ ...parameter, isOptional: true }))
  }
  const isRest = node.type === 'RestElement'
  const target = node.type === 'RestElement' ? node.argument : node
  const annotation = node.typeAnnotation
  const type = typeOf(annotation, text)
  const isOptional = isRest || Boolean(node.optional)
  if (target.type === 'Identifier') {
    return target.name === 'this' ? [] : [{ name: target.name, isPattern: false, isRest, isOptional, type }]
  }
  const name = tidy(text.slice(target.start, annotation?.start ?? target.end))
  return [{ name, isPattern: true, isRest, isOptional, type }]
}

const typeOf = (annotation: TSTypeAnnotation | null | undefined, text: string): string | null =>
  annotation == null ? null : writtenIn(annotation.typeAnnotation, text)

const writtenIn = ({ start, end }: Node, text: string): string => tidy(text.slice(start, end))

/** Spelling that means nothing is taken away, so that two hands can write the same type. */
export const tidy = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/"/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\s*([^\w\s$])\s*/g, '$1')
    .replace(/[,;]+(?=[}\])]|$)/g, '')
    .replace(/,(?=\w+\??:)/g, ';')
    .trim()
